import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { createSpendOnce } from '../../../ledger/spend-once.ts'
import { hold, customer as own, posting, setHouseAside } from '../../../ledger/test-accounts.ts'
import { createRunOnce } from '../../../platform/http/idempotency/run-once.ts'
import { holdCommits, roundTrips } from '../../../testing/commits/held-commits.ts'
import {
  balance,
  believed,
  buy,
  close,
  closeAll,
  customer,
  edit,
  fixture,
  key,
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
} from '../../../testing/contracts-fixture.ts'
import { operatorPaid, owedBy } from '../test-owed.ts'
import {
  asidePosting,
  bitcoin,
  bitcoins,
  desk,
  granted,
  newYorkOpens,
  owingWinner,
  payOut,
  post,
  refusedAfter,
  setAside,
  stockAt,
  usdt,
  used,
} from './test-free-money.ts'

useContractsFixture()

const paidFor = (...orderIds: string[]) => operatorPaid(fixture.db, orderIds)

describe('I11.1 free money', () => {
  it('an unrealised loss leaves less free: 10 000, 4 000 of margin and a fall of 2 400 leave 3 592', async () => {
    const anna = await customer()
    await bitcoin(anna)
    believed('BTCUSD', '5600')
    const funds = desk()
    expect(await funds.reserve(anna.userId, 'demo', usdt(5_000))).toEqual({
      short: { free: '3592.000000', stale: false },
    })
    const reserved = granted(await funds.reserve(anna.userId, 'demo', usdt(3_592)))
    const second = funds.reserve(anna.userId, 'demo', 1n)
    await used(anna, usdt(3_592), reserved, funds)
    expect(await second).toMatchObject({ short: { free: '0.000000' } })
  })

  it('nobody is short of money that is only promised: who finds too little waits until the outflows under way have ended', async () => {
    const anna = await customer()
    const funds = desk()
    const [large, rest] = [
      granted(await funds.reserve(anna.userId, 'demo', usdt(6_000))),
      granted(await funds.reserve(anna.userId, 'demo', usdt(4_000))),
    ]
    const waiting = [
      refusedAfter(funds, funds.reserve(anna.userId, 'demo', usdt(6_000))),
      refusedAfter(funds, funds.reserveUpTo(anna.userId, 'demo', usdt(500))),
      refusal(buy(anna, { ...plain, lots: '2' })),
    ]
    expect(await Promise.race([...waiting, roundTrips()])).toBe('undecided')
    await used(anna, usdt(4_000), rest, funds)
    await funds.settle(large, 'unused')
    expect(await Promise.all(waiting)).toEqual([usdt(6_000), usdt(500), 10011])
  })

  it('two outflows of one moment are never promised the same money', async () => {
    const anna = await customer()
    await fixture.runtime.known(anna.userId, 'demo')
    const funds = desk()
    const both = [1, 2].map(() => funds.reserve(anna.userId, 'demo', usdt(10_000)))
    const first = granted(await Promise.race(both))
    await used(anna, usdt(10_000), first, funds)
    expect((await Promise.all(both)).filter((result) => 'granted' in result)).toHaveLength(1)
  })

  it('copies of one withdrawal of all the money are given one answer', async () => {
    const anna = await customer()
    const funds = desk()
    const spendOnce = createSpendOnce(
      { ledger: fixture.ledger, funds },
      createRunOnce((work) => fixture.ledger.transaction(work), fixture.clock),
    )
    const idempotency = key('a', 'resetDemo')
    const spend = () =>
      spendOnce(anna, idempotency, { asset: 'USDT', minor: usdt(10_000) }, async (tx, money) => {
        const posting = asidePosting(anna, usdt(10_000))
        expect((await money.post(tx, posting)).ok).toBe(true)
        return posting.id
      })
    const results = await Promise.all(Array.from({ length: 20 }, spend))
    expect(new Set(results).size).toBe(1)
    expect((await balance(anna))?.heldMinor).toBe(usdt(10_000))
  })

  it('a closed market counts after a restart at what it said last in its hours, whatever it says at night', async () => {
    const anna = await customer()
    await stockAt(anna, '180')
    const free = () => desk().reserve(anna.userId, 'demo', usdt(10_000))
    expect(await free()).toEqual({ short: { free: '3980.000000', stale: false } })
    fixture.clock.advance(60_000)
    quote('AAPL', '180', '180')
    await fixture.keeper.flush()
    // Closed, and not yet a night that costs a swap.
    fixture.clock.advance(6.5 * 3_600_000)
    newBoard(1_000_000)
    await restart()
    const last = { short: { free: '3980.000000', stale: false } }
    expect(await free()).toEqual(last)
    for (const night of ['200', '220']) {
      steady('AAPL', night, night)
      expect(await free()).toEqual(last)
    }
  })

  it('an open market that has not quoted since a restart counts at its newest minute’s worst, and says so', async () => {
    const anna = await customer()
    await stockAt(anna, '180')
    fixture.clock.advance(60_000)
    quote('AAPL', '180', '180')
    await fixture.keeper.flush()
    newBoard(1_000_000)
    await restart()
    expect(await desk().reserve(anna.userId, 'demo', usdt(10_000))).toEqual({
      short: { free: '3980.000000', stale: true },
    })
  })

  it('neither a position nor a waiting order is opened beyond it', async () => {
    const anna = await customer()
    await bitcoin(anna)
    // Equity 4 592, margin 4 000.
    believed('BTCUSD', '2600')
    const most = { ...plain, code: 'BTCUSD', lots: '1', leverage: 2 }
    expect(await refusal(buy(anna, most))).toBe(10011)
    expect(await refusal(limit(anna, { ...most, price: '2400' }))).toBe(10011)
    expect(await refusal(buy(anna, { ...most, lots: '0.4' }))).toBe('accepted')
  })

  it('an outflow without the engine’s reservation is refused by the database, and each reservation is good once', async () => {
    const anna = await customer()
    const funds = desk()
    expect(await setAside(anna, usdt(10))).toBe('no-reservation')
    const reservation = granted(await funds.reserve(anna.userId, 'demo', usdt(10)))
    expect(await setAside(anna, usdt(11), reservation)).toBe('no-reservation')
    expect(await setAside(anna, usdt(10), { ...reservation, fence: reservation.fence + 1n })).toBe(
      'no-reservation',
    )
    expect(await setAside(anna, usdt(10), { ...reservation, until: fixture.clock.now() })).toBe(
      'no-reservation',
    )
    expect(await setAside(anna, usdt(10), reservation)).toBe('done')
    const again = posting(randomUUID(), hold(randomUUID(), own(anna.userId), usdt(10), 'other'))
    expect(await post({ ...again, reservation })).toBe('no-reservation')
  })

  it('what the engine took back cannot be used any more, and is free again', async () => {
    const anna = await customer()
    const funds = desk()
    const reservation = granted(await funds.reserve(anna.userId, 'demo', usdt(10_000)))
    fixture.clock.advance(13_000)
    await funds.expire()
    expect(await setAside(anna, usdt(10_000), { ...reservation, until: fixture.clock.now() + 60_000 })).toBe(
      'no-reservation',
    )
    granted(await funds.reserve(anna.userId, 'demo', usdt(10_000)))
  })
})

it('I11.8: the engine cannot be awaited inside a transaction, and can be by what a transaction leaves behind', async () => {
  const anna = await customer()
  const asks = () => desk().reserve(anna.userId, 'demo', usdt(1))
  await expect(fixture.db.transaction(asks)).rejects.toThrow('must not be awaited inside a transaction')
  const { later } = await fixture.db.transaction(async () => ({
    later: () => new Promise((resolve) => setTimeout(() => resolve(asks()), 0)),
  }))
  expect(await later()).toMatchObject({ granted: { minor: usdt(1) } })
})

it('I11.1: a feed that falls silent in its hours makes what is free an estimate, and half the margin counts as lost', async () => {
  const anna = await customer()
  await bitcoin(anna)
  const free = () => desk().reserve(anna.userId, 'demo', usdt(10_000))
  const known = await free()
  expect(known).toMatchObject({ short: { stale: false } })
  fixture.clock.advance(61_000)
  expect(await free()).toEqual({ short: { free: '3992.000000', stale: true } })
  believed('BTCUSD', '8000')
  expect(await free()).toEqual(known)
})

describe('I11.2 after a restart while a market is closed', () => {
  /** Over a restart into the night: the stock's market is closed, bitcoin's is not. */
  const overNight = async () => {
    fixture.clock.advance(6.5 * 3_600_000)
    await fixture.keeper.flush()
    newBoard(1_000_000)
    await restart()
  }

  it('the account is stopped out as before', async () => {
    const anna = await customer()
    newYorkOpens()
    await buy(anna, { ...plain, code: 'AAPL', lots: '1', leverage: 5 })
    const opened = await bitcoins(anna)
    await overNight()
    steady('BTCUSD', '8000', '8000')
    believed('BTCUSD', '3000')
    await fixture.runtime.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
  })

  it('a winner there owes what the balance cannot bear', async () => {
    const anna = await customer()
    const winner = await stockAt(anna, '260')
    const loser = await bitcoins(anna)
    await overNight()
    steady('BTCUSD', '8000', '8000')
    believed('BTCUSD', '200')
    await fixture.runtime.queue.settled()
    expect((await order(anna, loser.id)).status).toBe('closed')
    expect((await owedBy(fixture.db, winner.id)) > 0n).toBe(true)
  })

  it('an order that might fill below 100 % waits until the account’s worth is known', async () => {
    const anna = await customer()
    steady('BTCUSD', '8000', '8000')
    steady('XAUUSD', '2000', '2000')
    const bitcoins = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1.2', leverage: 2 })
    const waiting = await limit(anna, { ...plain, code: 'XAUUSD', lots: '0.4', leverage: 20, price: '1990' })
    newBoard(1_000_000)
    await restart()
    steady('XAUUSD', '1989', '1989')
    await fixture.runtime.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('pending')
    steady('BTCUSD', '8000', '8000')
    quote('XAUUSD', '1989', '1989')
    await fixture.runtime.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('open')
    expect((await order(anna, bitcoins.id)).status).toBe('open')
  })
})

describe('I11.2 what is set aside for other than trading', () => {
  it('keeps no position alive, is spent by no loss, and can always be paid out', async () => {
    const anna = await customer()
    const opened = await bitcoin(anna)
    const reserved = granted(await desk().reserve(anna.userId, 'demo', usdt(5_900)))
    expect(await setAside(anna, usdt(5_900), reserved)).toBe('done')
    await fixture.runtime.refresh(fixture.runtime.book.account(anna.userId, 'demo'))
    // 9 992 − 5 900 − 2 092 = 2 000, half of the margin.
    believed('BTCUSD', '5909')
    expect((await order(anna, opened.id)).status).toBe('open')
    believed('BTCUSD', '5908')
    await fixture.runtime.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
    expect(await payOut(anna, usdt(5_900))).toBe('done')
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('after a gap the loss takes the rest, the operator what is missing, and the money set aside is still there', async () => {
    const anna = await customer()
    const opened = await bitcoin(anna)
    const reserved = granted(await desk().reserve(anna.userId, 'demo', usdt(5_900)))
    await setAside(anna, usdt(5_900), reserved)
    await fixture.runtime.refresh(fixture.runtime.book.account(anna.userId, 'demo'))
    believed('BTCUSD', '2000')
    await fixture.runtime.queue.settled()
    // 9 992 − 5 900 bear 4 092 of the loss of 6 000 and its 2 of commission.
    expect(await paidFor(opened.id)).toBe(usdt(6_002 - 4_092))
    expect(await balance(anna)).toMatchObject({ balanceMinor: usdt(5_900), heldMinor: usdt(5_900) })
    expect(await payOut(anna, usdt(5_900))).toBe('done')
  })
})

const gold = { ...plain, code: 'XAUUSD', lots: '0.49', leverage: 20 }

describe('I11.3 hedged pairs', () => {
  it('a loss beyond the balance closes the winner with it: nothing is won and the operator pays nothing', async () => {
    const anna = await customer()
    steady('XAUUSD', '2000', '2000')
    const long = await buy(anna, { ...gold, direction: 'buy' })
    const short = await buy(anna, { ...gold, direction: 'sell' })
    believed('XAUUSD', '2240')
    await close(anna, { id: short.id })
    await fixture.runtime.queue.settled()
    expect(await order(anna, long.id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
    expect(await paidFor(long.id, short.id)).toBe(0n)
    const left = (await balance(anna))?.balanceMinor ?? 0n
    expect(left < usdt(10_000)).toBe(true)
    expect(left > usdt(9_700)).toBe(true)
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('money promised to an outflow bears no loss: the winner closes with it, whichever is written first', async () => {
    const anna = await customer()
    steady('XAUUSD', '2000', '2000')
    const pair = { ...gold, lots: '0.2' }
    const long = await buy(anna, { ...pair, direction: 'buy' })
    const short = await buy(anna, { ...pair, direction: 'sell' })
    const funds = desk()
    const reserved = granted(await funds.reserve(anna.userId, 'demo', usdt(5_900)))
    believed('XAUUSD', '2240')
    // Decided while the outflow is on its way, written after it.
    const release = holdCommits()
    const closing = close(anna, { id: short.id })
    await expect.poll(() => fixture.runtime.book.positions.get(short.id)).toBeUndefined()
    expect(await setAside(anna, usdt(5_900), reserved)).toBe('done')
    release()
    await closing
    await funds.settle(reserved, 'used')
    await fixture.runtime.queue.settled()
    expect(await order(anna, long.id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
    expect(await paidFor(long.id, short.id)).toBe(0n)
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('a swap that others would owe waits while the account is in doubt, and is owed once it is certain', async () => {
    const anna = await customer()
    const winner = await stockAt(anna, '260')
    steady('EURUSD', '1.15', '1.1501')
    const euro = await buy(anna, { ...plain, lots: '0.01' })
    await bitcoins(anna)
    // Half an hour after the stock's market closed, and half an hour before the night is charged.
    fixture.clock.advance(6.5 * 3_600_000)
    believed('BTCUSD', '200')
    await fixture.runtime.queue.settled()
    const owed = await owedBy(fixture.db, winner.id)
    expect([owed > 0n, (await balance(anna))?.balanceMinor]).toEqual([true, 0n])
    const release = holdCommits()
    const edited = edit(anna, { id: euro.id, stopLoss: '1.05' })
    const { positions } = fixture.runtime.book
    await expect.poll(() => positions.get(euro.id)?.inDoubt).toBe(1)
    fixture.clock.advance(31 * 60_000)
    fixture.runtime.engine.passTime()
    expect(positions.get(winner.id)).toMatchObject({ swapMinor: 0n, owedMinor: owed })
    release()
    await edited
    steady('EURUSD', '1.15', '1.1501')
    await fixture.runtime.queue.settled()
    const swap = positions.get(winner.id)?.swapMinor ?? 0n
    expect(swap).toBeLessThan(0n)
    expect(await owedBy(fixture.db, winner.id)).toBeGreaterThanOrEqual(owed - swap)
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('a part of a position that owes pays back its share at its close, and the rest owes what is left', async () => {
    const anna = await customer()
    const { winner, loser } = await owingWinner(anna)
    const paid = await paidFor(loser.id)
    const owed = await owedBy(fixture.db, winner.id)
    expect(owed > 0n).toBe(true)
    fixture.clock.advance(15 * 3_600_000)
    steady('AAPL', '261', '261')
    await close(anna, { id: winner.id, lots: '40' })
    const left = await owedBy(fixture.db, winner.id)
    const share = owed - left
    // Two fifths, to within the smallest unit.
    expect(share * 5n - owed * 2n).toBeGreaterThanOrEqual(-5n)
    expect(share * 5n - owed * 2n).toBeLessThanOrEqual(5n)
    const { rows } = await fixture.db.pool.query<{ id: string }>(
      'SELECT id FROM orders_contracts WHERE part_of = $1',
      [winner.id],
    )
    const parts = rows.map(({ id }) => id)
    expect(await paidFor(loser.id, ...parts)).toBe(paid - share)
    await verified(anna, winner.id)
    await close(anna, { id: winner.id })
    expect(await paidFor(loser.id, ...parts, winner.id)).toBe(paid - owed)
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('a winner whose close would cost more than it brings owes its profit instead', async () => {
    const anna = await customer()
    steady('ETHUSD', '2000', '2000')
    const winner = await buy(anna, { ...plain, code: 'ETHUSD', lots: '1', leverage: 2 })
    const loser = await bitcoins(anna)
    // A profit of 1, and a closing commission of 2.
    believed('ETHUSD', '2001')
    believed('BTCUSD', '200')
    await fixture.runtime.queue.settled()
    const { events } = await verified(anna, winner.id)
    expect(events.map(({ kind }) => kind)).toEqual(['open', 'owe', 'close'])
    expect(events[1]).toMatchObject({ lossOf: loser.id, owed: '1.000000' })
    // Without money of its own the account is stopped out next, for its own level.
    expect(events[2]).toMatchObject({ reason: 'stopOut', account: { balance: '0.000000' } })
    await verified(anna, loser.id)
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('a winner whose market is closed owes the rest and pays it at its own close, also after a restart', async () => {
    const anna = await customer()
    const { winner, loser } = await owingWinner(anna)
    expect((await order(anna, loser.id)).status).toBe('closed')
    const owed = await owedBy(fixture.db, winner.id)
    const paid = await paidFor(loser.id)
    expect(owed > 0n).toBe(true)
    expect(owed <= paid).toBe(true)
    await restart()
    // The next afternoon.
    fixture.clock.advance(15 * 3_600_000)
    steady('AAPL', '261', '261')
    await close(anna, { id: winner.id })
    expect(await paidFor(loser.id, winner.id)).toBe(paid - owed)
    expect(await reconcile(fixture.db)).toEqual([])
  })
})

it('I11.3: what the capital cannot pay now pays for no loss: closing all of a pair costs the operator nothing', async () => {
  const anna = await customer()
  steady('XAUUSD', '2000', '2000')
  const long = await buy(anna, { ...gold, direction: 'buy' })
  const short = await buy(anna, { ...gold, direction: 'sell' })
  believed('XAUUSD', '2240')
  const giveBack = await setHouseAside(fixture, 'trading-capital', usdt(5_000))
  await closeAll(anna)
  await fixture.runtime.queue.settled()
  expect(await paidFor(long.id, short.id)).toBe(0n)
  await giveBack()
  await closeAll(anna)
  expect(await paidFor(long.id, short.id)).toBe(0n)
  expect(((await balance(anna))?.balanceMinor ?? 0n) < usdt(10_000)).toBe(true)
})
