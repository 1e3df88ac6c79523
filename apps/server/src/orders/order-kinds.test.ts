import type { Order } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import {
  balance,
  bench,
  buy,
  cancel,
  close,
  closeAll,
  customer,
  edit,
  fund,
  handlers,
  heldBy,
  key,
  limit,
  order,
  plain,
  quote,
  refusal,
  restart,
  reverse,
  start,
  steady,
  useContractsBench,
  verified,
} from '../app/contracts-bench.ts'
import { noticesOf } from '../notifications/notices-store.ts'

useContractsBench()

describe('limit and stop entry (issue 3, rulebook Contracts)', () => {
  it('holds margin and opening commission while it waits, and fills at the first tradable quote through its level, at that quote', async () => {
    const anna = await customer()
    const placed = await limit(anna)
    expect(placed).toMatchObject({ status: 'pending', openPrice: null, price: '1.14000', openedAt: null })
    expect(await heldBy(anna)).toBe(380_000_000n)
    quote('EURUSD', '1.1405', '1.1406')
    quote('EURUSD', '0.6', '0.6001')
    await bench.room.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('pending')
    quote('EURUSD', '1.1389', '1.139')
    await bench.room.queue.settled()
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
    await bench.room.queue.settled()
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
    expect(bench.room.book.find(anna.userId, 'demo')?.waiting.size).toBe(1)
    expect(await cancel(anna, { id: placed.id })).toMatchObject({ status: 'cancelled' })
    expect(await refusal(cancel(anna, { id: placed.id }))).toBe(11004)
    expect(await heldBy(anna)).toBe(0n)
    quote('EURUSD', '1.1', '1.1001')
    await bench.room.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ status: 'cancelled', closedAt: null })
    await verified(anna, placed.id)
  })

  it('ends at its time, and a quote of that moment does not fill it', async () => {
    const anna = await customer()
    const until = new Date(start + 60_000).toISOString()
    expect(await refusal(limit(anna, { expiresAt: new Date(start).toISOString() }))).toBe(11001)
    const placed = await limit(anna, { expiresAt: until })
    bench.clock.advance(60_000)
    quote('EURUSD', '1.1', '1.1001')
    await bench.room.queue.settled()
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
    await bench.room.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('open')
    expect(await heldBy(anna)).toBe(379_870_000n + 600_000_000n)
    quote('EURUSD', '1.1299', '1.13')
    await bench.room.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ closeReason: 'stopLoss' })
    expect(await heldBy(anna)).toBe(600_000_000n)
    await verified(anna, placed.id)
  })

  it('fills those reached by one quote in the order of their placing', async () => {
    const anna = await customer()
    const placed: Order[] = []
    for (const price of ['1.12', '1.14', '1.13']) placed.push(await limit(anna, { price, lots: '0.01' }))
    bench.told = []
    quote('EURUSD', '1.1', '1.1001')
    await bench.room.queue.settled()
    expect(bench.told.map(({ data }) => (data as Order).id)).toEqual(placed.map(({ id }) => id))
  })

  it('rests while its market is closed or halted, and is placed there too', async () => {
    const anna = await customer()
    steady('SPY', '200', '200.01')
    const spy = { ...plain, code: 'SPY', lots: '1', leverage: 5, kind: 'limit', price: '190' }
    const placed = await buy(anna, spy)
    steady('SPY', '185', '185.01')
    await bench.room.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('pending')
    const waiting = await limit(anna)
    bench.board.halt('EURUSD', 'prices')
    expect(await refusal(buy(anna, plain))).toBe('10015 halted')
    quote('EURUSD', '1.1', '1.1001')
    await bench.room.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('pending')
    bench.board.halt('EURUSD', null)
    quote('EURUSD', '1.1', '1.1001')
    await bench.room.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('open')
  })
})

describe('trailing stop', () => {
  it('follows each tradable quote in hours and closes at the first one through it, both ways', async () => {
    const anna = await customer()
    const long = await buy(anna, { ...plain, trailing: '0.01' })
    const short = await buy(anna, { ...plain, direction: 'sell', trailing: '0.02' })
    expect(long.trailing).toBe('0.01000')
    for (const bid of ['1.155', '1.16', '1.1515']) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
    await bench.room.queue.settled()
    expect((await order(anna, long.id)).status).toBe('open')
    quote('EURUSD', '1.1499', '1.15')
    await bench.room.queue.settled()
    expect(await order(anna, long.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.14989' })
    const { events } = await verified(anna, long.id)
    expect(events[1]).toMatchObject({ level: '1.14999', best: '1.15999', trailing: '0.01' })
    expect((await order(anna, short.id)).status).toBe('open')
    quote('EURUSD', '1.17', '1.1701')
    await bench.room.queue.settled()
    expect(await order(anna, short.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.17011' })
  })

  it('keeps what it followed over a restart, begins anew when it is changed, and is removed', async () => {
    const anna = await customer()
    const kept = await buy(anna, { ...plain, trailing: '0.01' })
    const removed = await buy(anna, { ...plain, trailing: '0.01' })
    const changed = await buy(anna, plain)
    for (const bid of ['1.16', '1.17']) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
    await edit(anna, { id: removed.id, trailing: null })
    expect(await refusal(edit(anna, { id: changed.id, trailing: '0.000001' }))).toBe(11040)
    await edit(anna, { id: changed.id, trailing: '0.02' })
    await restart()
    quote('EURUSD', '1.1602', '1.1603')
    await bench.room.queue.settled()
    expect((await order(anna, kept.id)).status).toBe('open')
    quote('EURUSD', '1.1598', '1.1599')
    await bench.room.queue.settled()
    expect(await order(anna, kept.id)).toMatchObject({ closeReason: 'trailing' })
    quote('EURUSD', '1.1499', '1.15')
    await bench.room.queue.settled()
    expect(await order(anna, changed.id)).toMatchObject({ closeReason: 'trailing' })
    expect(await order(anna, removed.id)).toMatchObject({ status: 'open', trailing: null })
  })
})

describe('part close, close all, reverse', () => {
  it('a closed part is an order of its own with its shares; what stays keeps its order, exits and terms', async () => {
    const anna = await customer()
    steady('BTCUSD', '7000', '7001')
    const opened = await buy(anna, {
      code: 'BTCUSD',
      lots: '1',
      leverage: 2,
      stopLoss: '6000',
      takeProfit: '9000',
      trailing: '900',
    })
    quote('BTCUSD', '7100', '7101')
    for (const lots of ['0.0005', '1.001', '0.9995'])
      expect(await refusal(close(anna, { id: opened.id, lots }))).toBe(11044)
    const rest = await close(anna, { id: opened.id, lots: '0.3' })
    expect(rest).toMatchObject({
      id: opened.id,
      status: 'open',
      lots: '0.7',
      margin: '2450.350000',
      fee: '4.900700',
    })
    const ask = { limit: 20, status: 'closed' } as const
    const { items } = (await handlers().listContractOrder(ask, anna, null)) as { items: readonly Order[] }
    expect(items[0]).toMatchObject({
      partOf: opened.id,
      lots: '0.3',
      profit: '29.700000',
      fee: '4.230300',
      closeReason: 'user',
    })
    expect(await heldBy(anna)).toBe(2_450_350_000n)
    expect((await balance(anna))?.balanceMinor).toBe(10_000_000_000n - 7_001_000n + 29_700_000n - 2_130_000n)
    await verified(anna, String(items[0]?.id))
    quote('BTCUSD', '6900', '6901')
    quote('BTCUSD', '6790', '6791')
    quote('BTCUSD', '6100', '6101')
    for (let n = 0; n < 20; n++) quote('BTCUSD', '6190', '6191')
    await bench.room.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
    expect(await heldBy(anna)).toBe(0n)
    await verified(anna, opened.id)
  })

  it('closing the whole volume as a part is a close', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    expect(await close(anna, { id: opened.id, lots: '0.1' })).toMatchObject({
      status: 'closed',
      partOf: null,
    })
  })

  it('closes all, or all of one market; the same key gives the same answer and closes nothing more', async () => {
    const anna = await customer()
    steady('BTCUSD', '7000', '7001')
    const euro = [await buy(anna), await buy(anna)]
    const coin = await buy(anna, { ...plain, code: 'BTCUSD', lots: '0.1', leverage: 2 })
    const waits = await limit(anna)
    const ask = key('a', 'closeAllContracts')
    const first = await closeAll(anna, { code: 'EURUSD' }, ask)
    expect(first.closed.map(({ id }) => id)).toEqual(euro.map(({ id }) => id))
    const again = await buy(anna)
    expect(JSON.stringify(await closeAll(anna, { code: 'EURUSD' }, ask))).toBe(JSON.stringify(first))
    bench.clock.advance(6_000)
    quote('EURUSD', '1.15', '1.1501')
    const rest = await closeAll(anna)
    expect(rest.closed.map(({ id }) => id)).toEqual([again.id])
    expect(rest.refused).toEqual([{ id: coin.id, code: 10015, reason: 'stale' }])
    expect((await order(anna, waits.id)).status).toBe('pending')
    expect(await refusal(closeAll(anna, { code: 'NOPE' }))).toBe(11001)
  })

  it('reverses at one quote, both or neither', async () => {
    const anna = await customer(400_000_000n)
    const opened = await buy(anna)
    const turned = await reverse(anna, { id: opened.id })
    expect(turned).toMatchObject({
      direction: 'sell',
      lots: '0.1',
      status: 'open',
      openPrice: '1.14999',
      stopLoss: null,
    })
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closePrice: '1.14999' })
    expect(await heldBy(anna)).toBe(383_330_000n)
    for (const id of [opened.id, turned.id]) await verified(anna, id)
    expect(await refusal(reverse(anna, { id: opened.id }))).toBe(11004)
    quote('EURUSD', '1.152', '1.1521')
    expect(await refusal(reverse(anna, { id: turned.id }))).toBe(10011)
    expect(await order(anna, turned.id)).toMatchObject({ status: 'open' })
    expect(await heldBy(anna)).toBe(383_330_000n)
    quote('EURUSD', '1.1', '1.1001')
    expect(await close(anna, { id: turned.id })).toMatchObject({ status: 'closed' })
    expect(await heldBy(anna)).toBe(0n)
  })

  it('somebody else’s are as absent as none (11004)', async () => {
    const anna = await customer()
    const other = await customer()
    const opened = await buy(anna)
    const placed = await limit(anna)
    expect(await refusal(reverse(other, { id: opened.id }))).toBe(11004)
    expect(await refusal(cancel(other, { id: placed.id }))).toBe(11004)
    expect(await refusal(close(other, { id: opened.id, lots: '0.05' }))).toBe(11004)
    expect(await refusal(edit(other, { id: placed.id, price: '1.1' }))).toBe(11004)
    expect(await closeAll(other)).toEqual({ closed: [], refused: [] })
    expect(await refusal(cancel(anna, { id: opened.id }))).toBe(11004)
    expect(await refusal(close(anna, { id: placed.id }))).toBe(11004)
  })
})

describe('margin call (rulebook Contracts)', () => {
  it('is told once each time the margin level comes down to 100 %', async () => {
    const anna = await customer(500_000_000n)
    await buy(anna, plain)
    const mine = () => bench.notices.filter(({ userId }) => userId === anna.userId).map(({ data }) => data)
    const kept = async () => (await noticesOf(bench.db, anna.userId, null, 10)).items.length
    const quotes = async (...bids: string[]) => {
      for (const bid of bids) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
      await bench.room.marginCalls.write()
    }
    await quotes('1.1389')
    expect(mine()).toEqual([])
    await quotes('1.1388', '1.1385', '1.1384', '1.138')
    expect(mine()).toMatchObject([
      {
        kind: 'marginCall',
        mode: 'demo',
        at: new Date(start).toISOString(),
        facts: { equity: '382.800000', marginUsed: '383.370000', marginLevel: '0.9985' },
      },
    ])
    expect(await kept()).toBe(1)
    // Another engine goes on: who still stands below knows already.
    await restart()
    await quotes('1.1384', '1.138')
    expect([mine().length, await kept()]).toEqual([1, 1])
    await quotes('1.15')
    bench.room.engine.recallMargins()
    await quotes('1.138', '1.1379')
    expect([mine().length, await kept()]).toEqual([2, 2])
    // Above again when it ends: the next fall is a new one, whoever sees it.
    await quotes('1.15')
    bench.room.engine.recallMargins()
    await restart()
    await quotes('1.1499', '1.138')
    expect([mine().length, await kept()]).toEqual([3, 3])
  })

  it('is over with the last position, and an engine that was overtaken tells nobody', async () => {
    const anna = await customer(500_000_000n)
    const mine = () => bench.notices.filter(({ userId }) => userId === anna.userId).length
    const called = async () => {
      const rows = await bench.db.query.selectFrom('orders_margin_calls').selectAll().execute()
      return rows.filter(({ user_id }) => user_id === anna.userId).length
    }
    const { id } = await buy(anna, plain)
    quote('EURUSD', '1.138', '1.1381')
    await bench.room.marginCalls.write()
    expect([mine(), await called()]).toEqual([1, 1])
    // Ended before the row was taken away: the next engine does it.
    await close(anna, { id })
    await bench.db.query
      .insertInto('orders_margin_calls')
      .values({ user_id: anna.userId, mode: 'real' })
      .execute()
    await restart()
    expect(await called()).toBe(0)
    await fund({ class: 'customer', owner: anna.userId, asset: 'DEMO' }, 100_000_000n, 'demo-grant')
    quote('EURUSD', '1.15', '1.1501')
    await buy(anna, plain)
    await bench.db.pool.query('UPDATE orders_lease SET fence = fence + 1')
    quote('EURUSD', '1.138', '1.1381')
    await expect(bench.room.marginCalls.write()).rejects.toMatchObject({ code: 'CA001' })
    expect([mine(), await called()]).toEqual([1, 0])
    await bench.db.pool.query('UPDATE orders_lease SET fence = fence - 1')
  })
})
