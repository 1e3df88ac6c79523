import { type Calls, marketsCalls, type ResultOf, statisticsCalls } from '@candor/contract'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Parameters as InstallationParameters } from '../back-office/parameters/parameters.ts'
import { ManualClock } from '../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import type { Caller, Visitor } from '../platform/http/caller.ts'
import type { Handler } from '../platform/http/handlers.ts'
import { testContext } from '../testing/test-context.ts'
import { CandleKeeper } from './candles/candle-keeper.ts'
import { MemoryPriceBoard } from './price-board/memory-price-board.ts'
import { type MarketsCalls, marketsHandlers } from './routes.ts'

const tuesday = Date.parse('2026-11-17T15:00:00Z')
const visitor: Visitor = {
  userId: null,
  mode: 'demo',
  language: 'en',
  address: '::1',
  device: 'test',
  deviceMark: null,
}
const customer = (last: string): Caller => ({
  userId: `018f0000-0000-7000-8000-00000000000${last}`,
  sessionId: 's',
  mode: 'demo',
  language: 'en',
  address: '::1',
})

let db: TestDatabase
let clock: ManualClock
let board: MemoryPriceBoard
let candles: CandleKeeper
let parameters: InstallationParameters
/** None of these answers with a file. */
let handlers: {
  readonly [N in keyof MarketsCalls]: (...args: Parameters<Handler<N>>) => Promise<ResultOf<Calls[N]>>
}

const handlersIn = (installation: { readonly sandbox: boolean }) =>
  marketsHandlers(
    testContext({ db, now: () => clock.now() }, { clock, parameters, ...installation }),
    { board, candles, usualSource: 'simulated' },
    { registeredUsers: async () => 3, volume24h: async () => '1200.5' },
  ) as typeof handlers

beforeAll(async () => {
  db = await freshDatabase()
  clock = new ManualClock(tuesday)
  board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  candles = new CandleKeeper(db, (error) => {
    throw error
  })
  board.onQuote((quote) => candles.take(quote))
  parameters = new InstallationParameters(db, clock, { sandbox: true })
  handlers = handlersIn({ sandbox: true })
  for (const bid of ['1.16410', '1.16420', '1.16390'])
    board.offer({
      code: 'EURUSD',
      bid: price(bid),
      ask: price('1.16430'),
      time: clock.now(),
      source: 'simulated',
      volume: 2,
    })
})
afterAll(() => db.dispose())

describe('calls page, Index', () => {
  test('listMarketByType: one type or all, searched by code and name, each as the contract says', async () => {
    const all = await handlers.listMarketByType({}, visitor, null)
    expect(all).toHaveLength(allMarkets.length)
    z.array(marketsCalls.listMarketByType.result.element).parse(all)
    expect(
      (await handlers.listMarketByType({ type: 1 }, visitor, null)).every((item) => item.type === 1),
    ).toBe(true)
    const found = await handlers.listMarketByType({ q: ' bitcoin ' }, visitor, null)
    expect(found.map((item) => item.code)).toEqual(['BTCUSDT', 'BCHUSDT', 'BTCUSD', 'BTCPERP'])
    expect(await handlers.listMarketByType({ q: '<script>' }, visitor, null)).toEqual([])
  })

  test('an item’s prices: mid, bid, ask, the day’s figures, its label, its hours', async () => {
    const [euro] = await handlers.listMarketByType({ q: 'EURUSD' }, visitor, null)
    expect(euro).toMatchObject({
      price: '1.16410',
      nowPrice: '1.16410',
      bid: '1.16390',
      ask: '1.16430',
      high24h: '1.16425',
      low24h: '1.16410',
      volume24h: '6.00',
      source: 'simulated',
      open: true,
      nextOpenAt: null,
      logo: '/logos/EURUSD.svg',
      hundred: [1.1642, 1.16425, 1.1641],
      day: [1.1642, 1.1641],
      turnover24h: '7',
      spread: '0.00042',
    })
    const [apple] = await handlers.listMarketByType({ q: 'AAPL' }, visitor, null)
    expect(apple).toMatchObject({ price: null, source: null, zdf: 0, open: true, noPrice: 'waiting' })
    expect(euro?.noPrice).toBeNull()
    expect([euro?.ageMs, apple?.ageMs]).toEqual([0, null])
    clock.set(tuesday + 61_000)
    expect(await handlers.getMarketInfo({ id: 'EURUSD' }, visitor, null)).toMatchObject({ ageMs: 61_000 })
    clock.set(Date.parse('2026-11-21T12:00:00Z'))
    const [closed] = await handlers.listMarketByType({ q: 'AAPL' }, visitor, null)
    expect(closed).toMatchObject({ open: false, nextOpenAt: '2026-11-23T14:30:00.000Z', noPrice: 'closed' })
    clock.set(tuesday)
  })

  test('getMarketInfo: the whole rule set, by id or code, in the reader’s language; unknown is 11004', async () => {
    const info = await handlers.getMarketInfo({ id: 'EURUSD' }, visitor, null)
    marketsCalls.getMarketInfo.result.parse(info)
    expect(info).toMatchObject({
      leverageMax: 30,
      lotSize: '100000',
      lotMin: '0.01',
      tickSize: '0.00001',
      pipSize: '0.0001',
      spread: '0.00042',
      spreadAdded: '0.00002',
      commissionRate: '0',
      swapLong: '-0.00008',
      marginCall: '1',
      marginCloseOut: '0.5',
    })
    expect(info.about).toContain('100,000 EUR')
    expect((await handlers.getMarketInfo({ id: info.id }, visitor, null)).code).toBe('EURUSD')
    for (const market of allMarkets)
      for (const language of ['en', 'ar', 'hk'] as const)
        expect(
          (await handlers.getMarketInfo({ id: market.code }, { ...visitor, language }, null)).about,
        ).not.toBe('')
    await expect(handlers.getMarketInfo({ id: 'NOSUCH' }, visitor, null)).rejects.toMatchObject({
      code: 11004,
    })
  })

  test('getKValueByCodeAndDate: the candle now forming is in it', async () => {
    const request = { code: 'EURUSD', interval: '1h' as const, limit: 10 }
    const bars = await handlers.getKValueByCodeAndDate(request, visitor, null)
    expect(bars).toEqual([[tuesday, 1.1642, 1.16425, 1.1641, 1.1641, 6]])
    expect(await handlers.getKValueByCodeAndDate({ ...request, to: tuesday - 1 }, visitor, null)).toEqual([])
    expect(await handlers.getKValueByCodeAndDate({ ...request, code: 'AAPL' }, visitor, null)).toEqual([])
  })

  test('getParamByKey: public ones by their key, 10018 for unknown and private ones', async () => {
    const read = (key: string) => handlers.getParamByKey({ key }, visitor, null)
    expect(await read('depositMinimum.USDT')).toBe('120')
    expect(await read('withdrawalRate')).toBe('0.005')
    expect(await read('loanFreeDays')).toBe(3)
    expect(await read('sandbox')).toBe(true)
    expect(await read('supportUrl')).toBe('')
    for (const key of ['nope', '__proto__', 'constructor', 'reserve.warnFrom', 'statistics.volume24h'])
      await expect(read(key), key).rejects.toMatchObject({ code: 10018 })
  })

  test('T16: statistics are measured; a stated one says so with its date', async () => {
    const real = handlersIn({ sandbox: false })
    const measured = await real.statistics({}, visitor, null)
    statisticsCalls.statistics.result.parse(measured)
    expect(measured).toMatchObject({
      marketsListed: { value: String(allMarkets.length), basis: 'measured' },
      registeredUsers: { value: '3', basis: 'measured' },
      volume24h: { value: '1200.5', basis: 'measured' },
    })
    const stated = { value: '3800000000', asOf: '2026-01-01T00:00:00.000Z' }
    const change = {
      key: 'statistics.volume24h',
      value: stated,
      reason: 'sample',
      changedBy: 'ada',
      approvedBy: null,
    }
    expect(await parameters.change(change)).toEqual({ version: 1 })
    for (const each of [real, handlers])
      expect((await each.statistics({}, visitor, null)).volume24h).toEqual({
        ...stated,
        atLeast: false,
        basis: 'stated',
      })
  })

  test('I15.s2: a sandbox shows the specification’s figures, marked as samples', async () => {
    const shown = await handlers.statistics({}, visitor, null)
    statisticsCalls.statistics.result.parse(shown)
    expect(shown).toMatchObject({
      marketsListed: { value: '350', atLeast: true, basis: 'sample' },
      registeredUsers: { value: '1200000', atLeast: false, basis: 'sample' },
      volume24h: { basis: 'stated' },
    })
  })

  test('the watchlist is kept on the account, and is the customer’s own', async () => {
    const set = (code: string, on: boolean) => handlers.watchlist({ code, on }, customer('1'), null)
    await set('BTCUSDT', true)
    clock.advance(1)
    expect(await set('AAPL', true)).toEqual(['BTCUSDT', 'AAPL'])
    expect(await set('AAPL', true)).toEqual(['BTCUSDT', 'AAPL'])
    expect(await handlers.listWatchlist({}, customer('2'), null)).toEqual([])
    expect(await set('BTCUSDT', false)).toEqual(['AAPL'])
    await expect(set('NOSUCH', true)).rejects.toMatchObject({ code: 11004 })
  })
})

test('getCandleOrigins: the stretches an exchange gave, of live charts alone', async () => {
  const at = price('50000')
  board.offer({ code: 'BTCUSDT', bid: at, ask: at, time: clock.now(), source: 'live', volume: 0 })
  const [from, reached, to] = [tuesday - 9_000_000, tuesday - 6_000_000, tuesday].map(BigInt)
  const stretch = { code: 'BTCUSDT', source: 'live', interval: '1m', why: 'past', origin: 'kraken' } as const
  await db.query
    .insertInto('markets_backfills')
    .values({
      ...stretch,
      from_time: from ?? 0n,
      reached: reached ?? 0n,
      to_time: to ?? 0n,
      candles: 50n,
      asked_at: 0n,
    })
    .execute()
  const read = (code: string) => handlers.getCandleOrigins({ code, interval: '1m' }, visitor, null)
  expect(await read('BTCUSDT')).toEqual({
    source: 'live',
    stretches: [{ from: Number(reached), to: tuesday, origin: 'kraken', why: 'past' }],
    filling: true,
    badPrints: [],
  })
  expect(await read('EURUSD')).toEqual({
    source: 'simulated',
    stretches: [],
    filling: false,
    badPrints: [],
  })
})
