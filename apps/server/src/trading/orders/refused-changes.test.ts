import { randomUUID } from 'node:crypto'
import { price, rate } from '@candor/money'
import { marketTerms } from '@candor/rules'
import { describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { setHouseAside } from '../../ledger/test-accounts.ts'
import { slowCall } from '../../platform/http/idempotency/slow-call.ts'
import { holdCommits, roundTrips } from '../../testing/commits/held-commits.ts'
import {
  balance,
  believed,
  buy,
  cancel,
  close,
  customer,
  edit,
  fixture,
  key,
  limit,
  order,
  plain,
  quote,
  refusal,
  restart,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { stockAt } from '../risk/funds/test-free-money.ts'

useContractsFixture()

it('a close that the database refuses leaves a trailing stop with what came meanwhile', async () => {
  const anna = await customer()
  const opened = await buy(anna, { ...plain, trailing: '0.005' })
  const idempotency = key('a', 'closeContract')
  const letGo = await slowCall(fixture, anna, idempotency)
  const commit = holdCommits()
  const closing = refusal(close(anna, { id: opened.id }, idempotency))
  const account = fixture.runtime.book.account(anna.userId, 'demo')
  await expect.poll(() => account.writing).toBe(1)
  quote('EURUSD', '1.1600', '1.1601')
  commit()
  expect(await closing).toBe(11003)
  await letGo()
  quote('EURUSD', '1.1549', '1.1550')
  await fixture.runtime.queue.settled()
  expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.15489' })
  await verified(anna, opened.id)
})

describe('an edit that the database refuses', () => {
  it('leaves an open position as it was: exits, trailing stop and what they fire at', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.1', takeProfit: '1.2', trailing: '0.03' })
    const before = await order(anna, opened.id)
    const idempotency = key('a', 'editContract')
    const letGo = await slowCall(fixture, anna, idempotency)
    const changes = { id: opened.id, stopLoss: '1.149', takeProfit: null, trailing: '0.002' }
    expect(await refusal(edit(anna, changes, idempotency))).toBe(11003)
    expect(await order(anna, opened.id)).toEqual(before)
    await letGo()
    // Beyond the levels that were refused, and short of its own.
    steady('EURUSD', '1.13', '1.1301')
    await fixture.runtime.queue.settled()
    expect((await order(anna, opened.id)).status).toBe('open')
    steady('EURUSD', '1.1199', '1.12')
    await fixture.runtime.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('leaves a waiting order at its level, where it fills, and not at the one that was refused', async () => {
    const anna = await customer()
    const waits = await limit(anna)
    const idempotency = key('a', 'editContract')
    const letGo = await slowCall(fixture, anna, idempotency)
    expect(await refusal(edit(anna, { id: waits.id, price: '1.13' }, idempotency))).toBe(11003)
    await letGo()
    await restart()
    steady('EURUSD', '1.1398', '1.1399')
    await fixture.runtime.queue.settled()
    expect(await order(anna, waits.id)).toMatchObject({ status: 'open', price: '1.14000' })
  })

  it('keeps a fill and an end by time waiting until it is known, and then they find the order as it was', async () => {
    const [anna, ben] = [await customer(), await customer()]
    const until = new Date(fixture.clock.now() + 3_600_000).toISOString()
    const [fills, ends] = [await limit(anna), await limit(ben, { price: '1.1', expiresAt: until })]
    const asks = [key('a', 'editContract'), key('a', 'editContract')] as const
    const letGo = [await slowCall(fixture, anna, asks[0]), await slowCall(fixture, ben, asks[1])]
    const commit = holdCommits()
    const edits = [
      refusal(edit(anna, { id: fills.id, stopLoss: '1.12' }, asks[0])),
      refusal(edit(ben, { id: ends.id, stopLoss: '1.05' }, asks[1])),
    ]
    const beingWritten = () =>
      [anna, ben].map(({ userId }) => fixture.runtime.book.account(userId, 'demo').writing)
    await expect.poll(beingWritten).toEqual([1, 1])
    fixture.clock.advance(3_600_000)
    steady('EURUSD', '1.1398', '1.1399')
    commit()
    expect(await Promise.all(edits)).toEqual([11003, 11003])
    fixture.runtime.engine.passTime()
    await fixture.runtime.engine.inTurn(anna, null, () => undefined)
    await fixture.runtime.queue.settled()
    expect(await order(anna, fills.id)).toMatchObject({ status: 'open', stopLoss: fills.stopLoss })
    expect(await order(ben, ends.id)).toMatchObject({ status: 'expired', stopLoss: ends.stopLoss })
    for (const release of letGo) await release()
    await restart()
    expect((await order(anna, fills.id)).status).toBe('open')
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('holds no more than before when the dearer level’s own money was refused', async () => {
    const anna = await customer(400_000_000n)
    const waits = await limit(anna)
    const held = (await balance(anna))?.heldMinor
    // Another process takes what is left, and this engine has not heard of it.
    const account = fixture.runtime.book.account(anna.userId, 'demo')
    const rest = (account.balanceMinor ?? 0n) - account.heldOrderMinor
    const reserved = { fence: fixture.runtime.fence ?? 0n, number: BigInt(Date.now()), minor: rest }
    const own = { class: 'customer', owner: anna.userId, asset: 'DEMO' } as const
    await fixture.db.transaction((tx) =>
      fixture.ledger.postIn(tx, [
        {
          id: randomUUID(),
          reference: null,
          steps: [{ do: 'hold', holdId: randomUUID(), account: own, minor: rest, purpose: 'other' }],
          reservation: { ...reserved, account: own, until: fixture.clock.now() + 1_000 },
        },
      ]),
    )
    expect(await refusal(edit(anna, { id: waits.id, price: '1.149' }))).toBe(10011)
    expect(account.heldOrderMinor).toBe(held)
    expect(await order(anna, waits.id)).toMatchObject({ status: 'pending', price: '1.14000' })
  })
})

it('a level that only a refused edit set decides nothing, though a quote reached it meanwhile', async () => {
  const anna = await customer()
  const waits = await limit(anna, { ...plain, direction: 'sell', price: '1.16' })
  const opened = await buy(anna, { ...plain, stopLoss: '1.14' })
  for (const [changes, bid, ask] of [
    [{ id: waits.id, price: '1.1505' }, '1.1510', '1.1511'],
    [{ id: opened.id, stopLoss: '1.1495' }, '1.1490', '1.1491'],
  ] as const) {
    const idempotency = key('a', 'editContract')
    const letGo = await slowCall(fixture, anna, idempotency)
    const commit = holdCommits()
    const editing = refusal(edit(anna, changes, idempotency))
    const { positions, waiting } = fixture.runtime.book
    await expect.poll(() => (positions.get(changes.id) ?? waiting.get(changes.id))?.inDoubt).toBe(1)
    quote('EURUSD', bid, ask)
    commit()
    expect(await editing).toBe(11003)
    await letGo()
    await fixture.runtime.queue.settled()
    quote('EURUSD', '1.1500', '1.1501')
  }
  expect((await order(anna, waits.id)).status).toBe('pending')
  expect((await order(anna, opened.id)).status).toBe('open')
})

it('a fill is in doubt until the database took it: what is asked meanwhile waits, and a refused fill leaves the order waiting', async () => {
  const anna = await customer()
  await stockAt(anna, '260')
  steady('BTCUSD', '8000', '8000')
  const waits = await limit(anna, { ...plain, code: 'BTCUSD', lots: '0.1', leverage: 2, price: '199.5' })
  const loser = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1.29', leverage: 2 })
  // At night the stock's market is closed: it cannot pay the loss, and owes what the balance lacks.
  fixture.clock.advance(9 * 3_600_000)
  believed('BTCUSD', '200')
  await close(anna, { id: loser.id })
  expect((await balance(anna))?.balanceMinor).toBe(0n)
  const giveBack = await setHouseAside(fixture, 'negative-balance')
  const commit = holdCommits()
  quote('BTCUSD', '199', '199')
  expect(fixture.runtime.book.positions.has(waits.id)).toBe(true)
  const cancelled = refusal(cancel(anna, { id: waits.id }))
  const soonest = await Promise.race([cancelled, roundTrips()])
  commit()
  expect([soonest, await cancelled]).toEqual(['undecided', 'accepted'])
  expect((await order(anna, waits.id)).status).toBe('cancelled')
  await giveBack()
  expect(await reconcile(fixture.db)).toEqual([])
})

it('an account that was in doubt at the quote that stops it out closes at the newest one, by which it is judged', async () => {
  const anna = await customer()
  steady('XAUUSD', '2000', '2000')
  const { id } = await buy(anna, { ...plain, code: 'XAUUSD', lots: '0.49', leverage: 20 })
  const commit = holdCommits()
  const edited = edit(anna, { id, stopLoss: '1000' })
  await expect.poll(() => fixture.runtime.book.positions.get(id)?.inDoubt).toBe(1)
  believed('XAUUSD', '1790')
  quote('XAUUSD', '1800', '1800')
  commit()
  await edited
  await fixture.runtime.queue.settled()
  const { events } = await verified(anna, id)
  expect(events.at(-1)).toMatchObject({ reason: 'stopOut', quote: { bid: '1800' } })
  expect(await reconcile(fixture.db)).toEqual([])
})

it('a loss that waited so is borne by winners at the newest quote, by which they were ranked', async () => {
  const anna = await customer()
  steady('XAUUSD', '2000', '2000')
  steady('EURUSD', '1.15', '1.1501')
  const gold = { ...plain, code: 'XAUUSD', leverage: 20 }
  const best = await buy(anna, { ...gold, lots: '0.22' })
  await buy(anna, { ...gold, lots: '0.21' })
  const loser = await buy(anna, { ...gold, direction: 'sell', lots: '0.45', stopLoss: '2100' })
  const euro = await buy(anna, { ...plain, lots: '0.01' })
  const commit = holdCommits()
  const edited = edit(anna, { id: euro.id, stopLoss: '1.05' })
  await expect.poll(() => fixture.runtime.book.positions.get(euro.id)?.inDoubt).toBe(1)
  believed('XAUUSD', '2240')
  quote('XAUUSD', '2260', '2260')
  commit()
  await edited
  await fixture.runtime.queue.settled()
  expect((await verified(anna, loser.id)).events.at(-1)).toMatchObject({ reason: 'stopLoss' })
  const { events } = await verified(anna, best.id)
  expect(events.at(-1)).toMatchObject({ reason: 'stopOut', quote: { bid: '2260' } })
  expect(await reconcile(fixture.db)).toEqual([])
})

it('so is a close of whose loss the operator has to pay a part: refused, the position is open again, and closes when it is paid', async () => {
  const anna = await customer(5_000_000_000n)
  steady('BTCUSD', '8000', '8000')
  const opened = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1', leverage: 2 })
  const giveBack = await setHouseAside(fixture, 'negative-balance')
  const commit = holdCommits()
  believed('BTCUSD', '200')
  expect(fixture.runtime.book.positions.has(opened.id)).toBe(false)
  const closed = refusal(close(anna, { id: opened.id }))
  const soonest = await Promise.race([closed, roundTrips()])
  commit()
  expect([soonest, await closed]).toEqual(['undecided', '10015 reserve'])
  expect((await order(anna, opened.id)).status).toBe('open')
  await giveBack()
  quote('BTCUSD', '200', '200')
  await fixture.runtime.engine.inTurn(anna, null, () => undefined)
  await fixture.runtime.queue.settled()
  expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
  expect(await reconcile(fixture.db)).toEqual([])
})

it('an account whose other position closed beyond its balance is stopped out when that is certain, without another quote', async () => {
  const anna = await customer(5_000_000_000n)
  steady('BTCUSD', '8000', '8000')
  const beyond = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1.1', leverage: 2, stopLoss: '7000' })
  const other = await buy(anna, { ...plain, code: 'BTCUSD', lots: '0.1', leverage: 2 })
  const commit = holdCommits()
  believed('BTCUSD', '200')
  expect(fixture.runtime.book.positions.has(beyond.id)).toBe(false)
  expect(fixture.runtime.book.positions.has(other.id)).toBe(true)
  commit()
  await fixture.runtime.engine.inTurn(anna, null, () => undefined)
  await fixture.runtime.queue.settled()
  expect(await order(anna, beyond.id)).toMatchObject({ closeReason: 'stopLoss' })
  expect(await order(anna, other.id)).toMatchObject({ closeReason: 'stopOut' })
  await verified(anna, other.id)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('a night’s swap that the operator’s capital cannot pay is not counted, and paid once when it can, also after a restart', async () => {
  const anna = await customer()
  const listed = fixture.board.listed('EURUSD')
  if (listed === null) throw new Error('EURUSD is listed')
  const terms = { ...marketTerms(listed), swapLong: rate('0.0001'), spreadAdded: price('0.00010') }
  fixture.board.schedule('EURUSD', [{ from: fixture.clock.now(), terms }])
  const opened = await buy(anna, plain)
  const funds = (await balance(anna))?.balanceMinor
  const giveBack = await setHouseAside(fixture, 'trading-capital')
  fixture.clock.set(Date.parse('2026-11-19T22:00:01Z'))
  fixture.runtime.engine.passTime()
  await fixture.runtime.queue.settled()
  const account = fixture.runtime.book.account(anna.userId, 'demo')
  expect(account.balanceMinor).toBe(funds)
  expect((await order(anna, opened.id)).swap).toBe('0.000000')
  await giveBack()
  fixture.clock.advance(61_000)
  steady('EURUSD', '1.15', '1.1501')
  await fixture.runtime.engine.inTurn(anna, null, () => undefined)
  await fixture.runtime.queue.settled()
  // Wednesday's three nights and Thursday's one: 0.1 lots × 100 000 × 1.15005 × 0.01 %.
  expect((await order(anna, opened.id)).swap).toBe('4.600200')
  expect((await balance(anna))?.balanceMinor).toBe((funds ?? 0n) + 4_600_200n)
  await restart()
  steady('EURUSD', '1.15', '1.1501')
  await fixture.runtime.queue.settled()
  expect((await order(anna, opened.id)).swap).toBe('4.600200')
  expect(await reconcile(fixture.db)).toEqual([])
})

describe('I11.4 a refused part-close', () => {
  it('leaves the position exactly as it was, in memory and after a restart, whatever was asked meanwhile', async () => {
    const anna = await customer()
    const opened = await buy(anna, { ...plain, lots: '0.1' })
    steady('EURUSD', '1.16', '1.1601')
    const before = await order(anna, opened.id)
    const giveBack = await setHouseAside(fixture, 'trading-capital')
    const outcomes = await Promise.all([
      refusal(close(anna, { id: opened.id, lots: '0.04' })),
      refusal(edit(anna, { id: opened.id, stopLoss: '1.1' })),
    ])
    expect(outcomes).toEqual(['10015 reserve', 'accepted'])
    await restart()
    steady('EURUSD', '1.16', '1.1601')
    expect(await order(anna, opened.id)).toMatchObject({
      lots: before.lots,
      margin: before.margin,
      fee: before.fee,
      stopLoss: '1.10000',
      status: 'open',
    })
    await giveBack()
    expect(await reconcile(fixture.db)).toEqual([])
  })
})
