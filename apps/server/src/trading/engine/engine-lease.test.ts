import { price } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { roundTrips } from '../../testing/commits/held-commits.ts'
import {
  buy,
  customer,
  fixture,
  newBoard,
  open,
  order,
  quote,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { startStopwatch } from '../../testing/time/stopwatch.ts'
import { desk, granted, usdt } from '../risk/funds/test-free-money.ts'

useContractsFixture()

it('I11.1: a reservation of an engine before this one ends no promise of this one', async () => {
  const anna = await customer()
  const funds = desk()
  const reservation = granted(await funds.reserve(anna.userId, 'demo', usdt(10_000)))
  await funds.settle({ ...reservation, fence: reservation.fence - 1n }, 'unused')
  const second = funds.reserve(anna.userId, 'demo', 1n)
  expect(await Promise.race([second, roundTrips()])).toBe('undecided')
  await funds.settle(reservation, 'unused')
  expect(await second).toMatchObject({ granted: { minor: 1n } })
})

describe('two engines on one database (issue 3)', () => {
  it('one leads; the other stands by, takes over within 3 s when the first is gone, and nothing fires twice', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    const first = fixture.runtime
    const firstBoard = fixture.board
    newBoard(4_000_000_000)
    let waits = false
    const taking = open({
      standingBy: () => {
        waits = true
      },
    })
    await expect.poll(() => waits).toBe(true)
    expect(await Promise.race([taking.then(() => 'leads'), 'stands by'])).toBe('stands by')
    const sinceGoneMs = startStopwatch()
    await fixture.db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    fixture.runtime = await taking
    expect(sinceGoneMs()).toBeLessThan(3_000)
    steady('EURUSD', '1.15', '1.1501')
    // The first has not noticed: it sees the price through the stop before the second does.
    for (let n = 0; n < 8; n++)
      firstBoard.offer({
        code: 'EURUSD',
        bid: price('1.1301'),
        ask: price('1.1302'),
        time: fixture.clock.now(),
        source: 'simulated',
        volume: 0,
      })
    await expect(first.queue.settled()).rejects.toMatchObject({ code: 'CA001' })
    expect(fixture.stopped).toHaveLength(1)
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
    quote('EURUSD', '1.1389', '1.139')
    await fixture.runtime.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closePrice: '1.13889' })
    const entries = await fixture.ledger.statement({ owner: anna.userId, assets: ['DEMO'], limit: 10 })
    expect(entries.filter(({ kind }) => kind === 'contract-loss')).toHaveLength(1)
    await expect(first.close()).rejects.toMatchObject({ code: 'CA001' })
  })
})
