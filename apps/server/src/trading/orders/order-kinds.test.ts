import type { Order } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import {
  balance,
  believed,
  buy,
  cancel,
  customer,
  edit,
  fixture,
  heldBy,
  limit,
  order,
  plain,
  quote,
  refusal,
  restart,
  start,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { bitcoin } from '../risk/funds/test-free-money.ts'

useContractsFixture()

describe('limit and stop entry (issue 3, rulebook Contracts)', () => {
  it('holds margin and opening commission while it waits, and fills at the first tradable quote through its level, at that quote', async () => {
    const anna = await customer()
    const placed = await limit(anna)
    expect(placed).toMatchObject({ status: 'pending', openPrice: null, price: '1.14000', openedAt: null })
    expect(await heldBy(anna)).toBe(380_000_000n)
    quote('EURUSD', '1.1405', '1.1406')
    quote('EURUSD', '0.6', '0.6001')
    await fixture.runtime.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('pending')
    quote('EURUSD', '1.1389', '1.139')
    await fixture.runtime.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({
      status: 'open',
      openPrice: '1.13901',
      margin: '379.670000',
    })
    expect(await heldBy(anna)).toBe(379_670_000n)
    const { events } = await verified(anna, placed.id)
    expect(events[1]).toMatchObject({ kind: 'open', level: '1.14', price: '1.13901' })
  })

  it('each kind waits on its own side, with its commission, and a stop that a gap makes dearer still opens', async () => {
    const anna = await customer(30_000_000_000n)
    steady('BTCUSD', '7000', '7001')
    const of = (direction: string, kind: string, price: string) =>
      buy(anna, { ...plain, code: 'BTCUSD', lots: '1', leverage: 2, direction, kind, price })
    const orders = [
      await of('buy', 'limit', '6900'),
      await of('buy', 'stop', '7100'),
      await of('sell', 'limit', '7100'),
      await of('sell', 'stop', '6900'),
    ]
    expect(await heldBy(anna)).toBe(14_028_000_000n)
    quote('BTCUSD', '7110', '7200')
    await fixture.runtime.queue.settled()
    const now = await Promise.all(orders.map(({ id }) => order(anna, id)))
    expect(now.map(({ status, openPrice }) => `${status} ${openPrice}`)).toEqual([
      'pending null',
      'open 7200.00',
      'open 7110.00',
      'pending null',
    ])
    // The stop's margin is 3 600 now; 3 557.1 were held for it and 7.2 of them are its commission: no more is asked for.
    expect(now[1]?.margin).toBe('3600.000000')
    expect(await balance(anna)).toMatchObject({ balanceMinor: 29_985_690_000n })
    expect(await heldBy(anna)).toBe(2n * 3_456_900_000n + 3_549_900_000n + 3_549_990_000n)
    for (const { id } of now.slice(1, 3)) await verified(anna, id)
  })

  it('has the funds before it waits (10011), and a cancel gives all of them back once', async () => {
    const anna = await customer(381_000_000n)
    const placed = await limit(anna)
    expect(await refusal(limit(anna))).toBe(10011)
    expect(fixture.runtime.book.find(anna.userId, 'demo')?.waiting.size).toBe(1)
    expect(await cancel(anna, { id: placed.id })).toMatchObject({ status: 'cancelled' })
    expect(await refusal(cancel(anna, { id: placed.id }))).toBe(11004)
    expect(await heldBy(anna)).toBe(0n)
    quote('EURUSD', '1.1', '1.1001')
    await fixture.runtime.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ status: 'cancelled', closedAt: null })
    await verified(anna, placed.id)
  })

  it('ends at its time, and a quote of that moment does not fill it', async () => {
    const anna = await customer()
    const until = new Date(start + 60_000).toISOString()
    expect(await refusal(limit(anna, { expiresAt: new Date(start).toISOString() }))).toBe(11001)
    const placed = await limit(anna, { expiresAt: until })
    fixture.clock.advance(60_000)
    quote('EURUSD', '1.1', '1.1001')
    await fixture.runtime.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ status: 'expired', expiresAt: until })
    expect(await heldBy(anna)).toBe(0n)
  })

  it('is edited: a dearer level holds more first, a wrong one is 11046, and its exits are measured from it', async () => {
    const anna = await customer(1_000_000_000n)
    const placed = await limit(anna, { price: '0.6', lots: '0.1' })
    expect(await heldBy(anna)).toBe(200_000_000n)
    expect(await refusal(edit(anna, { id: placed.id, price: '1.16' }))).toBe(11046)
    expect(await refusal(edit(anna, { id: placed.id, stopLoss: '0.7' }))).toBe(11040)
    expect(await refusal(edit(anna, { id: placed.id, takeProfit: '0.5' }))).toBe(11041)
    const moved = await edit(anna, { id: placed.id, price: '1.14', stopLoss: '1.13', takeProfit: '1.15' })
    expect(moved).toMatchObject({ price: '1.14000', stopLoss: '1.13000', margin: '380.000000' })
    expect(await heldBy(anna)).toBe(380_000_000n)
    const poor = await limit(anna, { price: '0.6', lots: '0.3' })
    expect(await refusal(edit(anna, { id: poor.id, price: '1.14' }))).toBe(10011)
    expect(await order(anna, poor.id)).toMatchObject({ price: '0.60000' })
    await restart()
    quote('EURUSD', '1.1395', '1.1396')
    await fixture.runtime.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('open')
    expect(await heldBy(anna)).toBe(379_870_000n + 600_000_000n)
    quote('EURUSD', '1.1299', '1.13')
    await fixture.runtime.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ closeReason: 'stopLoss' })
    expect(await heldBy(anna)).toBe(600_000_000n)
    await verified(anna, placed.id)
  })

  it('fills those reached by one quote in the order of their placing', async () => {
    const anna = await customer()
    const placed: Order[] = []
    for (const price of ['1.12', '1.14', '1.13']) placed.push(await limit(anna, { price, lots: '0.01' }))
    fixture.published = []
    quote('EURUSD', '1.1', '1.1001')
    await fixture.runtime.queue.settled()
    expect(fixture.published.map(({ data }) => (data as Order).id)).toEqual(placed.map(({ id }) => id))
  })

  it('rests while its market is closed or halted, and is placed there too', async () => {
    const anna = await customer()
    steady('SPY', '200', '200.01')
    const spy = { ...plain, code: 'SPY', lots: '1', leverage: 5, kind: 'limit', price: '190' }
    const placed = await buy(anna, spy)
    steady('SPY', '185', '185.01')
    await fixture.runtime.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('pending')
    const waiting = await limit(anna)
    fixture.board.halt('EURUSD', 'prices')
    expect(await refusal(buy(anna, plain))).toBe('10015 halted')
    quote('EURUSD', '1.1', '1.1001')
    await fixture.runtime.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('pending')
    fixture.board.halt('EURUSD', null)
    quote('EURUSD', '1.1', '1.1001')
    await fixture.runtime.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('open')
  })

  it('a waiting order that would fill below a margin level of 100 % is cancelled, and its owner is told', async () => {
    const anna = await customer()
    await bitcoin(anna)
    steady('EURUSD', '1.15', '1.1501')
    const waits = await limit(anna, { ...plain, price: '1.14', lots: '1', leverage: 30 })
    believed('BTCUSD', '2100')
    expect((await order(anna, waits.id)).status).toBe('pending')
    quote('EURUSD', '1.1398', '1.1399')
    await fixture.runtime.queue.settled()
    expect((await order(anna, waits.id)).status).toBe('cancelled')
    const own = fixture.notices.filter(({ userId }) => userId === anna.userId)
    expect(own.map(({ data }) => data)).toMatchObject([{ kind: 'unfunded' }])
    expect(await reconcile(fixture.db)).toEqual([])
  })
})

describe('trailing stop', () => {
  it('follows each tradable quote in hours and closes at the first one through it, both ways', async () => {
    const anna = await customer()
    const long = await buy(anna, { ...plain, trailing: '0.01' })
    const short = await buy(anna, { ...plain, direction: 'sell', trailing: '0.02' })
    expect(long.trailing).toBe('0.01000')
    for (const bid of ['1.155', '1.16', '1.1515']) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
    await fixture.runtime.queue.settled()
    expect((await order(anna, long.id)).status).toBe('open')
    quote('EURUSD', '1.1499', '1.15')
    await fixture.runtime.queue.settled()
    expect(await order(anna, long.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.14989' })
    const { events } = await verified(anna, long.id)
    expect(events[1]).toMatchObject({ level: '1.14999', best: '1.15999', trailing: '0.01' })
    expect((await order(anna, short.id)).status).toBe('open')
    quote('EURUSD', '1.17', '1.1701')
    await fixture.runtime.queue.settled()
    expect(await order(anna, short.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.17011' })
  })

  it('keeps what it followed over a restart, begins anew when it is changed, and is removed', async () => {
    const anna = await customer()
    const unchanged = await buy(anna, { ...plain, trailing: '0.01' })
    const removed = await buy(anna, { ...plain, trailing: '0.01' })
    const changed = await buy(anna, plain)
    for (const bid of ['1.16', '1.17']) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
    await edit(anna, { id: removed.id, trailing: null })
    expect(await refusal(edit(anna, { id: changed.id, trailing: '0.000001' }))).toBe(11040)
    await edit(anna, { id: changed.id, trailing: '0.02' })
    await restart()
    quote('EURUSD', '1.1602', '1.1603')
    await fixture.runtime.queue.settled()
    expect((await order(anna, unchanged.id)).status).toBe('open')
    quote('EURUSD', '1.1598', '1.1599')
    await fixture.runtime.queue.settled()
    expect(await order(anna, unchanged.id)).toMatchObject({ closeReason: 'trailing' })
    quote('EURUSD', '1.1499', '1.15')
    await fixture.runtime.queue.settled()
    expect(await order(anna, changed.id)).toMatchObject({ closeReason: 'trailing' })
    expect(await order(anna, removed.id)).toMatchObject({ status: 'open', trailing: null })
  })
})
