import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { showStuckCases } from '../../platform/jobs/show-stuck-cases.ts'
import { refuseEvents } from '../../testing/commits/refuse-events.ts'
import {
  balance,
  buy,
  close,
  customer,
  edit,
  fixture,
  limit,
  newBoard,
  order,
  plain,
  quote,
  refusal,
  restart,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

const byOwner = (statement: string) => withClient(fixture.db.owner, (client) => client.query(statement))

const allowAgain = () => byOwner('DROP FUNCTION IF EXISTS test_refuse CASCADE')
const stuck = async () => {
  await fixture.runtime.queue.settled()
  await fixture.runtime.refused.written()
  return (await showStuckCases(fixture.db)).map(({ job, caseId }) => [job, caseId])
}

beforeEach(() => fixture.stopped.splice(0))
afterEach(async () => {
  await allowAgain()
  expect(fixture.stopped).toEqual([])
  expect(await reconcile(fixture.db)).toEqual([])
})

describe('I11: a decision that the database does not take stops nobody', () => {
  it('of a call: it is undone, the call fails, and everybody else trades on', async () => {
    const [anna, ben] = [await customer(), await customer()]
    const opened = await buy(anna, plain)
    const before = await order(anna, opened.id)
    await refuseEvents(byOwner, 'edit')
    const outcomes = await Promise.allSettled([
      edit(anna, { id: opened.id, stopLoss: '1.1' }),
      buy(ben, plain),
      close(anna, { id: opened.id, lots: '0.04' }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open', stopLoss: before.stopLoss })
    expect(await stuck()).toEqual([])
    await restart()
    steady('EURUSD', '1.15', '1.1501')
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open', stopLoss: before.stopLoss })
  })

  it('of a new order: its money is free again', async () => {
    const anna = await customer()
    await refuseEvents(byOwner, 'open')
    const funds = await balance(anna)
    expect(await refusal(buy(anna, plain))).toBeUndefined()
    expect(await balance(anna)).toEqual(funds)
    const account = fixture.runtime.book.account(anna.userId, 'demo')
    expect([account.balanceMinor, account.inflightMinor, account.writing, account.positions.size]).toEqual([
      funds?.balanceMinor,
      0n,
      0,
      0,
    ])
  })

  it.each([
    ['a stop loss', { stopLoss: '1.14', takeProfit: null, protected: false }, '1.1390', '1.13899'],
    ['a take profit', { stopLoss: null, takeProfit: '1.16', protected: false }, '1.1610', '1.16099'],
  ])(
    'of %s: it is shown to operators, and closes later at the quote that reached it',
    async (_, exits, at, closePrice) => {
      const anna = await customer()
      const { id } = await buy(anna, exits)
      const allow = await refuseEvents(byOwner, 'close', id)
      quote('EURUSD', at, String(Number(at) + 0.0001))
      expect(await stuck()).toEqual([['contract-decisions', id]])
      expect((await order(anna, id)).status).toBe('open')
      // Not with each quote: every try costs others a batch of their own.
      steady('EURUSD', at, String(Number(at) + 0.0001))
      expect(await stuck()).toEqual([['contract-decisions', id]])
      await allow()
      steady('EURUSD', '1.15', '1.1501')
      await fixture.runtime.queue.settled()
      expect((await order(anna, id)).status).toBe('open')
      fixture.clock.advance(61_000)
      steady('EURUSD', '1.15', '1.1501')
      await fixture.runtime.queue.settled()
      expect(await order(anna, id)).toMatchObject({ status: 'closed', closePrice })
      expect(await stuck()).toEqual([])
      await verified(anna, id)
    },
  )

  it('of a fill: the order waits on, and fills later at the quote that reached it', async () => {
    const anna = await customer()
    const { id } = await limit(anna)
    const allow = await refuseEvents(byOwner, 'open', id)
    steady('EURUSD', '1.1398', '1.1399')
    expect(await stuck()).toEqual([['contract-decisions', id]])
    expect((await order(anna, id)).status).toBe('pending')
    await allow()
    fixture.clock.advance(61_000)
    steady('EURUSD', '1.12', '1.1201')
    await fixture.runtime.queue.settled()
    expect(await order(anna, id)).toMatchObject({ status: 'open', openPrice: '1.13991' })
    expect(await stuck()).toEqual([])
  })

  it('of an end by time: tried again after a minute', async () => {
    const anna = await customer()
    const { id } = await limit(anna, { expiresAt: new Date(fixture.clock.now() + 60_000).toISOString() })
    const allow = await refuseEvents(byOwner, 'expire', id)
    fixture.clock.advance(60_000)
    fixture.runtime.engine.passTime()
    expect(await stuck()).toEqual([['contract-decisions', id]])
    fixture.runtime.engine.passTime()
    expect((await order(anna, id)).status).toBe('pending')
    await allow()
    fixture.clock.advance(60_000)
    fixture.runtime.engine.passTime()
    expect(await stuck()).toEqual([])
    expect((await order(anna, id)).status).toBe('expired')
  })

  it('of a stop-out: the other positions of the account are judged, and it closes later', async () => {
    const anna = await customer()
    steady('XAUUSD', '2000', '2000')
    const { id } = await buy(anna, { ...plain, code: 'XAUUSD', lots: '0.49', leverage: 20 })
    const allow = await refuseEvents(byOwner, 'close', id)
    for (let n = 0; n < 25; n++) quote('XAUUSD', '1820', '1820')
    expect(await stuck()).toEqual([['contract-decisions', id]])
    expect((await order(anna, id)).status).toBe('open')
    await allow()
    fixture.clock.advance(61_000)
    steady('XAUUSD', '1825', '1825')
    await fixture.runtime.queue.settled()
    expect(await order(anna, id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
    expect(await stuck()).toEqual([])
    await verified(anna, id)
  })

  it('of a night’s swap: what was decided on top of it is undone with it', async () => {
    const anna = await customer()
    const { id } = await buy(anna, { stopLoss: '1.14', takeProfit: null, protected: false })
    const allow = await refuseEvents(byOwner, 'swap', id)
    fixture.clock.set(Date.parse('2026-11-18T22:00:01Z'))
    fixture.runtime.engine.passTime()
    quote('EURUSD', '1.1390', '1.1391')
    expect(await stuck()).toEqual([['contract-decisions', id]])
    expect(await order(anna, id)).toMatchObject({ status: 'open', swap: '0.000000' })
    await allow()
    fixture.clock.advance(61_000)
    steady('EURUSD', '1.1390', '1.1391')
    await fixture.runtime.queue.settled()
    // No close passes over the night.
    expect(await order(anna, id)).toMatchObject({ status: 'closed', swap: '-2.733720' })
    await verified(anna, id)
    expect(await stuck()).toEqual([])
  })

  it('what was stuck at a restart is shown until the order has moved', async () => {
    const anna = await customer()
    const { id } = await buy(anna, { stopLoss: '1.14', takeProfit: null, protected: false })
    const allow = await refuseEvents(byOwner, 'close', id)
    quote('EURUSD', '1.1390', '1.1391')
    expect(await stuck()).toEqual([['contract-decisions', id]])
    await restart()
    expect(await stuck()).toEqual([['contract-decisions', id]])
    await allow()
    fixture.clock.advance(61_000)
    steady('EURUSD', '1.1390', '1.1391')
    expect(await stuck()).toEqual([])
    expect((await order(anna, id)).status).toBe('closed')
  })
})

it('I11: an exit is bounded while its market has no price too', async () => {
  const anna = await customer()
  const { id } = await buy(anna, plain)
  await fixture.runtime.close()
  newBoard(100)
  await restart()
  expect(await refusal(edit(anna, { id, takeProfit: '999999999' }))).toBe(11041)
  expect(await refusal(edit(anna, { id, stopLoss: '999999999' }))).toBe(11040)
})
