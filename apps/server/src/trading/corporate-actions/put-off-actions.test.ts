import { parseLots, price } from '@candor/money'
import { allMarkets, type PlacementRequest, refuseUnavailable } from '@candor/rules'
import { expect, it } from 'vitest'
import { cancelAction, dueActions } from '../../market-data/market-events/actions.ts'
import { haltMarket, resumeMarket } from '../../market-data/market-events/halts.ts'
import { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { fixture, market, nextWeek, putOff, useFundedMarket } from '../../testing/test-market.ts'
import { followEventsOf, requestInTime } from '../../testing/test-market-events.ts'

useFundedMarket(['trading-capital', 'negative-balance'])

const halted = { code: 10015, details: { reason: 'halted' } }
const request = (code: string, kind: 'split' | 'dividend', value: string) =>
  requestInTime(fixture.db.query, fixture.clock, { code, kind, value, at: fixture.clock.now(), by: 'olga' })
/** Ten shares at a level of the new scale. */
const typedLimit: PlacementRequest = {
  ...{ direction: 'buy', kind: 'limit', lots: parseLots('10'), leverage: 5, price: price('70') },
  ...{ stopLoss: null, takeProfit: null, trailing: null, protected: false, expiresAt: null },
  ...{ quotedPrice: null, maxSlippage: null, quoteExpired: false },
}
const resume = (code: string) => resumeMarket(fixture.db.query, fixture.clock, { code, by: 'olga' })

/** The board as another process leads it that has not heard of the action yet: its quotes come as tradable in hours. */
function quoteUnaware(code: string, bid: string, ask: string): void {
  fixture.board.halt(code, null)
  fixture.board.awaitSplit(code, null)
  market.warm(code, bid, ask)
}

it('I11.X: while a split is put off, quotes of the new scale stop nobody out, reach no level and charge no night', async () => {
  nextWeek()
  market.warm('IBM', '300', '300.02')
  const anna = await fixture.customer(10_000n)
  const { id } = await market.buy(anna, { code: 'IBM', lots: '150', stopLoss: '200' })
  const before = market.worth(anna)
  const allow = await putOff('IBM', 'split', '4:1')
  fixture.clock.advance(5_000)
  quoteUnaware('IBM', '75', '75.02')
  await market.pass()
  expect(market.worth(anna)).toBe(before)
  // Past 17:00 New York.
  fixture.clock.advance(11 * 3_600_000)
  await market.pass()
  fixture.clock.advance(10 * 3_600_000)
  quoteUnaware('IBM', '75', '75.02')
  await market.pass()
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', lots: '150', swap: '0.000000' })
  await allow()
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', lots: '600', stopLoss: '50.00' })
  expect(market.worth(anna)).toBe(before)
  market.warm('IBM', '75', '75.02')
  await market.pass()
  // 600 x 75.01 x 0.0002, as 150 x 300.04 would have cost.
  expect(Number((await market.order(anna, id)).swap)).toBeLessThan(-1)
})

it('I11.X: while a split is put off, orders, edits and closes are refused as in a halted market', async () => {
  nextWeek()
  market.warm('KO', '300', '300.02')
  const anna = await fixture.customer(100_000n)
  const open = await market.buy(anna, { code: 'KO', lots: '10' })
  const waits = await market.buy(anna, { code: 'KO', lots: '10', kind: 'limit', price: '280' })
  const allow = await putOff('KO', 'split', '4:1')
  fixture.clock.advance(5_000)
  quoteUnaware('KO', '75', '75.02')
  await market.pass()
  const stop = { code: 'KO', lots: '10', kind: 'stop', price: '80' }
  await expect(market.buy(anna, { code: 'KO', lots: '1' })).rejects.toMatchObject(halted)
  await expect(market.buy(anna, stop)).rejects.toMatchObject(halted)
  await expect(market.edit(anna, { id: waits.id, price: '70' })).rejects.toMatchObject(halted)
  await expect(market.edit(anna, { id: open.id, stopLoss: '70' })).rejects.toMatchObject(halted)
  await expect(market.close(anna, open.id)).rejects.toMatchObject(halted)
  await allow()
  expect(await market.order(anna, waits.id)).toMatchObject({ lots: '40', price: '70.00', status: 'pending' })
  market.warm('KO', '75', '75.02')
  expect(await market.buy(anna, stop)).toMatchObject({ status: 'pending', lots: '10' })
  expect(await market.close(anna, open.id)).toMatchObject({ status: 'closed', lots: '40' })
})

it('I11.X: from a split’s moment on, before it begins, no order is placed, edited or closed in its market', async () => {
  nextWeek()
  market.warm('XOM', '300', '300.02')
  const anna = await fixture.customer(100_000n)
  const open = await market.buy(anna, { code: 'XOM', lots: '10' })
  const waits = await market.buy(anna, { code: 'XOM', lots: '10', kind: 'limit', price: '280' })
  const at = fixture.clock.now() + 60_000
  const split = { code: 'XOM', kind: 'split', value: '4:1', at, by: 'olga' } as const
  expect(await requestInTime(fixture.db.query, fixture.clock, split)).toBeNull()
  await market.pass()
  const { engine, board } = market.runtime()
  const listed = board.market('XOM')
  if (listed === null) throw new Error('not listed')
  const requester = { userId: anna, mode: 'demo', key: null } as const
  // The moment comes between the last look at the calendar and the decision, so the call does not wait for the split.
  fixture.clock.set(at)
  const refused = refuseUnavailable('halted')
  expect(engine.edit(waits.id, { price: price('70') }, requester)).toEqual(refused)
  expect(engine.edit(open.id, { stopLoss: price('70') }, requester)).toEqual(refused)
  expect(engine.place(typedLimit, listed, requester)).toEqual(refused)
  expect(engine.close(open.id, requester)).toEqual(refused)
  await market.pass()
  expect(await market.order(anna, open.id)).toMatchObject({ lots: '40', stopLoss: null })
  expect(await market.order(anna, waits.id)).toMatchObject({ lots: '40', price: '70.00', status: 'pending' })
})

it('I11.X: no operator lets a market trade while its split is due, whoever halted it; afterwards it trades', async () => {
  nextWeek()
  market.warm('DIS', '100', '100.02')
  const anna = await fixture.customer()
  await market.buy(anna, { code: 'DIS', lots: '1' })
  const own = { code: 'DIS', reason: 'news', note: null, by: 'otto' } as const
  expect(await haltMarket(fixture.db.query, fixture.clock, own)).toBeNull()
  const allow = await putOff('DIS', 'split', '2:1')
  expect(await resume('DIS')).toBe('action-due')
  await market.restart()
  await market.pass()
  expect(await resume('DIS')).toBe('action-due')
  await allow()
  expect(await resume('DIS')).toBeNull()
  fixture.board.halt('DIS', null)
  market.warm('DIS', '50', '50.02')
  expect(await market.buy(anna, { code: 'DIS', lots: '1' })).toMatchObject({ status: 'open' })
})

it('I11.X: a split that is cancelled after it was put off lets its market decide again, on the old scale', async () => {
  nextWeek()
  market.warm('NVDA', '160', '160.02')
  const anna = await fixture.customer()
  const { id } = await market.buy(anna, { code: 'NVDA', lots: '1' })
  const allow = await putOff('NVDA', 'split', '2:1')
  fixture.clock.advance(61_000)
  const [split] = await dueActions(fixture.db)
  const cancelled = { id: split?.id ?? '', by: 'olga, approved by otto' }
  expect(await cancelAction(fixture.db.query, fixture.clock, cancelled)).toBe(true)
  await allow()
  expect(await resume('NVDA')).toBeNull()
  quoteUnaware('NVDA', '161', '161.02')
  expect(await market.close(anna, id)).toMatchObject({ status: 'closed', lots: '1', closePrice: '161.00' })
})

it('I11.X: in every process no quote trades from a split’s moment on, until it is carried out', async () => {
  nextWeek()
  const { db, clock } = fixture
  const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  const events = followEventsOf(fixture, () => board)
  const at = clock.now() + 60_000
  const split = { code: 'AIG', kind: 'split', value: '4:1', at, by: 'olga' } as const
  expect(await requestInTime(db.query, clock, split)).toBeNull()
  await events.start()
  const traded = new Set<bigint>()
  board.onTradable(({ bid }) => traded.add(bid))
  const quote = (text: string) =>
    board.offer({
      code: 'AIG',
      bid: price(text),
      ask: price(text),
      time: clock.now(),
      source: 'live',
      volume: 0,
    })
  for (let n = 0; n < 25; n++) quote('300')
  clock.advance(60_000)
  for (let n = 0; n < 25; n++) quote('75')
  expect([...traded]).toEqual([price('300')])
  await market.pass()
  for (const { run } of events.jobs) await run()
  quote('75')
  expect([...traded]).toEqual([price('300'), price('75')])
})

it('I11.X: nobody leaves before a dividend that was put off, and a later split of the market waits for it', async () => {
  nextWeek()
  market.warm('MSFT', '500', '500.02')
  const [ben, cara] = [await fixture.customer(100_000n), await fixture.customer(100_000n)]
  const short = await market.buy(ben, { code: 'MSFT', lots: '100', direction: 'sell' })
  const long = await market.buy(cara, { code: 'MSFT', lots: '10', takeProfit: '505' })
  fixture.clock.advance(1_000)
  const allow = await putOff('MSFT', 'dividend', '5')
  fixture.clock.advance(1_000)
  expect(await request('MSFT', 'split', '2:1')).toBeNull()
  await market.pass()
  for (const at of ['510', '495']) quoteUnaware('MSFT', at, at)
  await market.pass()
  await expect(market.close(ben, short.id)).rejects.toMatchObject(halted)
  expect(await market.order(cara, long.id)).toMatchObject({ status: 'open', lots: '10' })
  const balanceOf = (userId: string) => market.runtime().book.account(userId, 'demo').balanceMinor ?? 0n
  const [shorts, longs] = [balanceOf(ben), balanceOf(cara)]
  await allow()
  expect(balanceOf(ben) - shorts).toBe(-500_000_000n)
  expect(balanceOf(cara) - longs).toBe(50_000_000n)
  expect(await market.order(cara, long.id)).toMatchObject({ lots: '20' })
})

it('I11.3: while a dividend is put off, a restart takes no price without it: nobody gains by a fall that the dividend takes back', async () => {
  nextWeek()
  market.warm('JPM', '300', '300')
  const [ben, cara] = [await fixture.customer(10_000n), await fixture.customer(10_000n)]
  await market.buy(ben, { code: 'JPM', lots: '50', direction: 'sell' })
  await market.buy(cara, { code: 'JPM', lots: '50' })
  fixture.clock.advance(1_000)
  const worths = () => [market.worth(ben), market.worth(cara)]
  const before = worths()
  const allow = await putOff('JPM', 'dividend', '10')
  fixture.clock.advance(1_000)
  quoteUnaware('JPM', '290', '290')
  // After the close: an open market is only estimated after a start.
  fixture.clock.advance(5 * 3_600_000)
  await market.restart()
  await market.pass()
  expect(worths()).toEqual(before)
  await allow()
  expect(worths()).toEqual(before)
})

it('I11.X: an order that is placed after a contract’s end belongs to the next one, and a roll leaves it as it is', async () => {
  fixture.clock.set(Date.parse('2027-03-15T19:00:00Z'))
  market.warm('ES', '6800', '6800.25')
  const [anna, ben] = [await fixture.customer(), await fixture.customer()]
  const fields = { code: 'ES', lots: '0.01', leverage: 20, kind: 'limit', price: '6700' }
  const before = await market.buy(anna, fields)
  fixture.clock.set(Date.parse('2027-03-15T21:30:00Z'))
  const after = await market.buy(ben, fields)
  fixture.clock.set(Date.parse('2027-03-15T22:00:01Z'))
  await market.pass()
  market.quote('ES', '6870.25', '6870.5')
  await market.pass()
  expect(await market.order(anna, before.id)).toMatchObject({ price: '6770.25', status: 'pending' })
  expect(await market.order(ben, after.id)).toMatchObject({ price: '6700.00', status: 'pending' })
})
