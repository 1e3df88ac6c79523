import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  balance,
  bench,
  buy,
  close,
  closeAll,
  customer,
  edit,
  holdCommits,
  key,
  limit,
  newBoard,
  order,
  plain,
  quote,
  refusal,
  restart,
  roundTrips,
  steady,
  useContractsBench,
  verified,
} from '../app/contracts-bench.ts'
import type { Caller } from '../http/caller.ts'
import { createRunOnce } from '../http/run-once.ts'
import { type AccountRef, house, type Posting, type Reservation, type Step } from '../ledger/ledger.ts'
import { reconcile } from '../ledger/reconcile.ts'
import type { FundsAnswer } from '../ledger/reserves-funds.ts'
import { createSpendOnce } from '../ledger/spend-once.ts'
import { FundsDesk } from './funds-desk.ts'

useContractsBench()

const desk = () => new FundsDesk(bench.room, bench.db, bench.room.fence ?? 0n)
const own = (who: Caller): AccountRef => ({ class: 'customer', owner: who.userId, asset: 'DEMO' })
const granted = (answer: FundsAnswer): Reservation => {
  if (!('granted' in answer)) throw new Error(`only ${answer.short.free} were free`)
  return answer.granted
}
const post = async (posting: Posting) => {
  const [outcome] = await bench.ledger.transaction((tx) => bench.ledger.postIn(tx, [posting]))
  return outcome?.ok === true ? (outcome.repeated ? 'repeated' : 'done') : outcome?.why
}
/** Sets money aside for something other than trading, as a withdrawal does. */
const asidePosting = (who: Caller, minor: bigint): Posting => ({
  id: randomUUID(),
  reference: null,
  steps: [{ do: 'hold', holdId: `aside:${who.userId}`, account: own(who), minor, purpose: 'other' }],
})
const setAside = (who: Caller, minor: bigint, reservation?: Reservation): Promise<string | undefined> =>
  post({ ...asidePosting(who, minor), ...(reservation && { reservation }) })
/** The whole outflow of what was reserved. */
const used = async (
  who: Caller,
  minor: bigint,
  reservation: Reservation,
  funds: FundsDesk,
): Promise<void> => {
  expect(await setAside(who, minor, reservation)).toBe('done')
  await funds.settle(reservation, 'used')
}
/** The amount that was reserved for an outflow that was then refused. */
const refusedAfter = async (funds: FundsDesk, answer: Promise<FundsAnswer>): Promise<bigint> => {
  const reservation = granted(await answer)
  await funds.settle(reservation, 'unused')
  return reservation.minor
}
/** Lets what was set aside leave for good. */
const payOut = (who: Caller, minor: bigint): Promise<string | undefined> => {
  const world: AccountRef = { class: 'world', owner: house, asset: 'DEMO' }
  const steps: Step[] = [
    { do: 'release', holdId: `aside:${who.userId}`, minor: null },
    { do: 'transfer', kind: 'demo-reset', from: own(who), to: world, minor },
  ]
  return post({ id: randomUUID(), reference: null, steps })
}
const houseBalance = async (name: string): Promise<bigint> => {
  const { rows } = await bench.db.pool.query<{ balance: bigint }>(
    `SELECT balance FROM ledger_accounts WHERE class = $1 AND owner = 'house' AND asset = 'DEMO'`,
    [name],
  )
  return rows[0]?.balance ?? 0n
}
/** The amount the operator paid for this order's loss and was paid back, in minor units. */
const paidFor = async (...orderIds: string[]): Promise<bigint> => {
  const { rows } = await bench.db.pool.query<{ paid: bigint | null }>(
    `SELECT sum(CASE kind WHEN 'contract-owed' THEN -minor ELSE minor END)::bigint AS paid FROM ledger_entries
      WHERE reference = ANY ($1) AND kind IN ('negative-balance-protection', 'contract-owed')`,
    [orderIds],
  )
  return rows[0]?.paid ?? 0n
}
/** The amount a position owes the operator for another's loss, in minor units. */
const owedBy = async (orderId: string): Promise<bigint> => {
  const { rows } = await bench.db.pool.query<{ owed: bigint }>(
    'SELECT owed FROM orders_contracts WHERE id = $1',
    [orderId],
  )
  return rows[0]?.owed ?? 0n
}
/** Enough quotes that a gap is believed. */
const believed = (code: string, at: string): void => {
  for (let n = 0; n < 20; n++) quote(code, at, at)
}
const usdt = (whole: number) => BigInt(Math.round(whole * 1e6))

/** 1 BTC at 8 000 with leverage 2: 4 000 of margin, 8 of commission. */
async function bitcoin(who: Caller) {
  steady('BTCUSD', '8000', '8000')
  return buy(who, { ...plain, code: 'BTCUSD', lots: '1', leverage: 2 })
}

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
    await bench.room.known(anna.userId, 'demo')
    const funds = desk()
    const both = [1, 2].map(() => funds.reserve(anna.userId, 'demo', usdt(10_000)))
    const first = granted(await Promise.race(both))
    await used(anna, usdt(10_000), first, funds)
    expect((await Promise.all(both)).filter((answer) => 'granted' in answer)).toHaveLength(1)
  })

  it('copies of one withdrawal of all the money are given one answer', async () => {
    const anna = await customer()
    const funds = desk()
    const spendOnce = createSpendOnce(
      { ledger: bench.ledger, funds },
      createRunOnce((work) => bench.ledger.transaction(work), bench.clock),
    )
    const ask = key('a', 'resetDemo')
    const spend = () =>
      spendOnce(anna, ask, { asset: 'USDT', minor: usdt(10_000) }, async (tx, money) => {
        const posting = asidePosting(anna, usdt(10_000))
        expect((await money.post(tx, posting)).ok).toBe(true)
        return posting.id
      })
    const answers = await Promise.all(Array.from({ length: 20 }, spend))
    expect(new Set(answers).size).toBe(1)
    expect((await balance(anna))?.heldMinor).toBe(usdt(10_000))
  })

  it('what a market said before a restart counts until its hours come again, whatever it says at night', async () => {
    const anna = await customer()
    // New York is open at 15:00 UTC.
    bench.clock.advance(3 * 3_600_000)
    steady('AAPL', '200', '200')
    await buy(anna, { ...plain, code: 'AAPL', lots: '100', leverage: 5 })
    believed('AAPL', '180')
    const free = () => desk().reserve(anna.userId, 'demo', usdt(10_000))
    expect(await free()).toEqual({ short: { free: '3980.000000', stale: false } })
    bench.clock.advance(60_000)
    quote('AAPL', '180', '180')
    await bench.keeper.flush()
    // Closed, and not yet a night that costs a swap.
    bench.clock.advance(6.5 * 3_600_000)
    newBoard(1_000_000)
    await restart()
    const estimate = { short: { free: '3980.000000', stale: true } }
    expect(await free()).toEqual(estimate)
    for (const night of ['200', '220']) {
      steady('AAPL', night, night)
      expect(await free()).toEqual(estimate)
    }
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
    expect(await setAside(anna, usdt(10), { ...reservation, until: bench.clock.now() })).toBe(
      'no-reservation',
    )
    expect(await setAside(anna, usdt(10), reservation)).toBe('done')
    const again: Step = {
      do: 'hold',
      holdId: randomUUID(),
      account: own(anna),
      minor: usdt(10),
      purpose: 'other',
    }
    expect(await post({ id: randomUUID(), reference: null, steps: [again], reservation })).toBe(
      'no-reservation',
    )
  })

  it('what the engine took back cannot be used any more, and is free again', async () => {
    const anna = await customer()
    const funds = desk()
    const reservation = granted(await funds.reserve(anna.userId, 'demo', usdt(10_000)))
    bench.clock.advance(13_000)
    await funds.expire()
    expect(await setAside(anna, usdt(10_000), { ...reservation, until: bench.clock.now() + 60_000 })).toBe(
      'no-reservation',
    )
    granted(await funds.reserve(anna.userId, 'demo', usdt(10_000)))
  })
})

it('I11.8: the engine cannot be awaited inside a transaction, and can be by what a transaction leaves behind', async () => {
  const anna = await customer()
  const asks = () => desk().reserve(anna.userId, 'demo', usdt(1))
  await expect(bench.db.transaction(asks)).rejects.toThrow('must not be awaited inside a transaction')
  const { later } = await bench.db.transaction(async () => ({
    later: () => new Promise((resolve) => setTimeout(() => resolve(asks()), 0)),
  }))
  expect(await later()).toMatchObject({ granted: { minor: usdt(1) } })
})

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

describe('I11.2 what is set aside for other than trading', () => {
  it('keeps no position alive, is spent by no loss, and can always be paid out', async () => {
    const anna = await customer()
    const opened = await bitcoin(anna)
    const reserved = granted(await desk().reserve(anna.userId, 'demo', usdt(5_900)))
    expect(await setAside(anna, usdt(5_900), reserved)).toBe('done')
    await bench.room.refresh(bench.room.book.account(anna.userId, 'demo'))
    // 9 992 − 5 900 − 2 092 = 2 000, half of the margin.
    believed('BTCUSD', '5909')
    expect((await order(anna, opened.id)).status).toBe('open')
    believed('BTCUSD', '5908')
    await bench.room.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
    expect(await payOut(anna, usdt(5_900))).toBe('done')
    expect(await reconcile(bench.db)).toEqual([])
  })

  it('after a gap the loss takes the rest, the operator what is missing, and the money set aside is still there', async () => {
    const anna = await customer()
    const opened = await bitcoin(anna)
    const reserved = granted(await desk().reserve(anna.userId, 'demo', usdt(5_900)))
    await setAside(anna, usdt(5_900), reserved)
    await bench.room.refresh(bench.room.book.account(anna.userId, 'demo'))
    believed('BTCUSD', '2000')
    await bench.room.queue.settled()
    // 9 992 − 5 900 bear 4 092 of the loss of 6 000 and its 2 of commission.
    expect(await paidFor(opened.id)).toBe(usdt(6_002 - 4_092))
    expect(await balance(anna)).toMatchObject({ balanceMinor: usdt(5_900), heldMinor: usdt(5_900) })
    expect(await payOut(anna, usdt(5_900))).toBe('done')
  })

  it('a waiting order that would fill below a margin level of 100 % is cancelled, and its owner is told', async () => {
    const anna = await customer()
    await bitcoin(anna)
    steady('EURUSD', '1.15', '1.1501')
    const waits = await limit(anna, { ...plain, price: '1.14', lots: '1', leverage: 30 })
    believed('BTCUSD', '2100')
    expect((await order(anna, waits.id)).status).toBe('pending')
    quote('EURUSD', '1.1398', '1.1399')
    await bench.room.queue.settled()
    expect((await order(anna, waits.id)).status).toBe('cancelled')
    expect(bench.notices.map(({ data }) => data)).toMatchObject([
      { kind: 'marginCall' },
      { kind: 'unfunded' },
    ])
    expect(await reconcile(bench.db)).toEqual([])
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
    await bench.room.queue.settled()
    expect(await order(anna, long.id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
    expect(await paidFor(long.id, short.id)).toBe(0n)
    const left = (await balance(anna))?.balanceMinor ?? 0n
    expect(left < usdt(10_000)).toBe(true)
    expect(left > usdt(9_700)).toBe(true)
    expect(await reconcile(bench.db)).toEqual([])
  })

  it('a swap that others would owe waits while the account is in doubt, and is owed once it is certain', async () => {
    const anna = await customer()
    bench.clock.advance(3 * 3_600_000)
    steady('AAPL', '200', '200')
    steady('BTCUSD', '8000', '8000')
    steady('EURUSD', '1.15', '1.1501')
    const winner = await buy(anna, { ...plain, code: 'AAPL', lots: '100', leverage: 5 })
    const euro = await buy(anna, { ...plain, lots: '0.01' })
    believed('AAPL', '260')
    await buy(anna, { ...plain, code: 'BTCUSD', lots: '1.45', leverage: 2 })
    // Half an hour after the stock's market closed, and half an hour before the night is charged.
    bench.clock.advance(6.5 * 3_600_000)
    believed('BTCUSD', '200')
    await bench.room.queue.settled()
    const owed = await owedBy(winner.id)
    expect([owed > 0n, (await balance(anna))?.balanceMinor]).toEqual([true, 0n])
    const release = holdCommits()
    const edited = edit(anna, { id: euro.id, stopLoss: '1.05' })
    const { positions } = bench.room.book
    await expect.poll(() => positions.get(euro.id)?.inDoubt).toBe(1)
    bench.clock.advance(31 * 60_000)
    bench.room.engine.passTime()
    expect(positions.get(winner.id)).toMatchObject({ swapMinor: 0n, owedMinor: owed })
    release()
    await edited
    steady('EURUSD', '1.15', '1.1501')
    await bench.room.queue.settled()
    const swap = positions.get(winner.id)?.swapMinor ?? 0n
    expect(swap).toBeLessThan(0n)
    expect(await owedBy(winner.id)).toBeGreaterThanOrEqual(owed - swap)
    expect(await reconcile(bench.db)).toEqual([])
  })

  it('a part of a position that owes pays back its share at its close, and the rest owes what is left', async () => {
    const anna = await customer()
    bench.clock.advance(3 * 3_600_000)
    steady('AAPL', '200', '200')
    steady('BTCUSD', '8000', '8000')
    const winner = await buy(anna, { ...plain, code: 'AAPL', lots: '100', leverage: 5 })
    believed('AAPL', '260')
    const loser = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1.45', leverage: 2 })
    bench.clock.advance(9 * 3_600_000)
    believed('BTCUSD', '200')
    await bench.room.queue.settled()
    const paid = await paidFor(loser.id)
    const owed = await owedBy(winner.id)
    expect(owed > 0n).toBe(true)
    bench.clock.advance(15 * 3_600_000)
    steady('AAPL', '261', '261')
    await close(anna, { id: winner.id, lots: '40' })
    const left = await owedBy(winner.id)
    const share = owed - left
    // Two fifths, to within the smallest unit.
    expect(share * 5n - owed * 2n).toBeGreaterThanOrEqual(-5n)
    expect(share * 5n - owed * 2n).toBeLessThanOrEqual(5n)
    const { rows } = await bench.db.pool.query<{ id: string }>(
      'SELECT id FROM orders_contracts WHERE part_of = $1',
      [winner.id],
    )
    const parts = rows.map(({ id }) => id)
    expect(await paidFor(loser.id, ...parts)).toBe(paid - share)
    await verified(anna, winner.id)
    await close(anna, { id: winner.id })
    expect(await paidFor(loser.id, ...parts, winner.id)).toBe(paid - owed)
    expect(await reconcile(bench.db)).toEqual([])
  })

  it('a winner whose market is closed owes the rest and pays it at its own close, also after a restart', async () => {
    const anna = await customer()
    // New York is open at 15:00 UTC.
    bench.clock.advance(3 * 3_600_000)
    steady('AAPL', '200', '200')
    steady('BTCUSD', '8000', '8000')
    const winner = await buy(anna, { ...plain, code: 'AAPL', lots: '100', leverage: 5 })
    believed('AAPL', '260')
    const loser = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1.45', leverage: 2 })
    // At night the stock's market is closed, bitcoin's is not.
    bench.clock.advance(9 * 3_600_000)
    believed('BTCUSD', '200')
    await bench.room.queue.settled()
    expect((await order(anna, loser.id)).status).toBe('closed')
    const owed = await owedBy(winner.id)
    const paid = await paidFor(loser.id)
    expect(owed > 0n).toBe(true)
    expect(owed <= paid).toBe(true)
    await restart()
    // The next afternoon.
    bench.clock.advance(15 * 3_600_000)
    steady('AAPL', '261', '261')
    await close(anna, { id: winner.id })
    expect(await paidFor(loser.id, winner.id)).toBe(paid - owed)
    expect(await reconcile(bench.db)).toEqual([])
  })
})

it('I11.3: what the capital cannot pay now pays for no loss: closing all of a pair costs the operator nothing', async () => {
  const anna = await customer()
  steady('XAUUSD', '2000', '2000')
  const long = await buy(anna, { ...gold, direction: 'buy' })
  const short = await buy(anna, { ...gold, direction: 'sell' })
  believed('XAUUSD', '2240')
  const capital: AccountRef = { class: 'trading-capital', owner: house, asset: 'DEMO' }
  const { rows } = await bench.db.pool.query<{ free: bigint }>(
    `SELECT balance - held AS free FROM ledger_accounts WHERE class = 'trading-capital' AND asset = 'DEMO'`,
  )
  const holdId = randomUUID()
  const most: Step = {
    do: 'hold',
    holdId,
    account: capital,
    minor: (rows[0]?.free ?? 0n) - usdt(5_000),
    purpose: 'other',
  }
  expect(await post({ id: randomUUID(), reference: null, steps: [most] })).toBe('done')
  await closeAll(anna)
  await bench.room.queue.settled()
  expect(await paidFor(long.id, short.id)).toBe(0n)
  const back: Step = { do: 'release', holdId, minor: null }
  expect(await post({ id: randomUUID(), reference: null, steps: [back] })).toBe('done')
  await closeAll(anna)
  expect(await paidFor(long.id, short.id)).toBe(0n)
  expect(((await balance(anna))?.balanceMinor ?? 0n) < usdt(10_000)).toBe(true)
})

describe('I11.4 a refused part-close', () => {
  it('leaves the position exactly as it was, in memory and after a restart, whatever was asked meanwhile', async () => {
    const anna = await customer()
    const opened = await buy(anna, { ...plain, lots: '0.1' })
    steady('EURUSD', '1.16', '1.1601')
    const before = await order(anna, opened.id)
    const capital: AccountRef = { class: 'trading-capital', owner: house, asset: 'DEMO' }
    const minor = await houseBalance('trading-capital')
    const holdId = randomUUID()
    expect(
      await post({
        id: randomUUID(),
        reference: null,
        steps: [{ do: 'hold', holdId, account: capital, minor, purpose: 'other' }],
      }),
    ).toBe('done')
    const answers = await Promise.all([
      refusal(close(anna, { id: opened.id, lots: '0.04' })),
      refusal(edit(anna, { id: opened.id, stopLoss: '1.1' })),
    ])
    expect(answers).toEqual(['10015 reserve', 'accepted'])
    await restart()
    steady('EURUSD', '1.16', '1.1601')
    expect(await order(anna, opened.id)).toMatchObject({
      lots: before.lots,
      margin: before.margin,
      fee: before.fee,
      stopLoss: '1.10000',
      status: 'open',
    })
    await post({ id: randomUUID(), reference: null, steps: [{ do: 'release', holdId, minor: null }] })
    expect(await reconcile(bench.db)).toEqual([])
  })
})
