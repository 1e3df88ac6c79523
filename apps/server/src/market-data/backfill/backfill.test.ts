import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { price } from '@candor/money'
import { allMarkets, type BoardQuote, candleOpenTime, type IntervalName, intervalMs } from '@candor/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { CandleKeeper } from '../candles/candle-keeper.ts'
import { usualPastDays } from './backfill-plan.ts'
import { candleOriginsOf, marketHistories } from './backfill-response.ts'
import { Backfiller } from './backfiller.ts'
import { binanceHistory } from './binance-history.ts'
import { coinbaseHistory } from './coinbase-history.ts'
import type { HistorySource, Stretch } from './history-source.ts'
import { krakenHistory } from './kraken-history.ts'
import { massiveHistory } from './massive-history.ts'

const minute = 60_000
const dayMs = 86_400_000
const now = Date.parse('2026-11-27T09:30:20Z')
const code = 'BTCUSDT'
const series = (interval: IntervalName) => ({ code, source: 'live', interval }) as const
const quiet = { info: () => undefined, warn: () => undefined }
const fail = (error: unknown) => {
  throw error
}

/** Fewer short candles than usual: how many there are changes nothing but the time this takes. */
const days = { ...usualPastDays, '1m': 2, '5m': 2, '15m': 30, '30m': 30, '1h': 30 }

/** An exchange as its public documentation describes it: candles of any minute, limits kept strictly. */
interface Exchange {
  readonly server: Server
  readonly url: string
  readonly requests: URL[]
  /** Answers the next requests with this status instead. */
  readonly failures: { status: number; headers?: Record<string, string> }[]
}

/** The price of a minute; every candle is made of these, so that longer ones agree with shorter ones. */
const priceAt = (ms: number) => 50_000 + (Math.floor(ms / minute) % 997)

interface Made {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

function candlesOf(intervalLength: number, { from, to }: Stretch): Made[] {
  const made: Made[] = []
  for (let time = from; time < to && time <= clock.now(); time += intervalLength) {
    const end = Math.min(time + intervalLength, candleOpenTime('1m', clock.now()) + minute)
    let [high, low] = [0, Number.POSITIVE_INFINITY]
    for (let at = time; at < end; at += minute) {
      high = Math.max(high, priceAt(at))
      low = Math.min(low, priceAt(at))
    }
    made.push({ time, open: priceAt(time), high, low, close: priceAt(end - minute) })
  }
  return made
}

const documented = {
  kraken: (url: URL) => {
    const length = Number(url.searchParams.get('interval')) * minute
    const last = Math.floor(clock.now() / length) * length
    const since = (Number(url.searchParams.get('since')) + 1) * 1000
    const from = Math.max(last - 719 * length, Math.ceil(since / length) * length)
    const rows = candlesOf(length, { from, to: last + length }).map((bar) => [
      ...[bar.time / 1000, String(bar.open), String(bar.high), String(bar.low), String(bar.close)],
      ...['0', '2.5', 7],
    ])
    return { error: [], result: { XXBTZUSD: rows, last: last / 1000 } }
  },
  coinbase: (url: URL) => {
    const length = Number(url.searchParams.get('granularity')) * 1000
    const from = Date.parse(url.searchParams.get('start') ?? '')
    const end = Date.parse(url.searchParams.get('end') ?? '')
    if ((end - from) / length > 300) return { message: 'granularity too small for the requested time range' }
    return candlesOf(length, { from, to: end + length })
      .map((bar) => [bar.time / 1000, bar.low, bar.high, bar.open, bar.close, 2.5])
      .reverse()
  },
  binance: (url: URL) => {
    const length = intervalMs[url.searchParams.get('interval') as IntervalName]
    const from = Number(url.searchParams.get('startTime'))
    const to = Number(url.searchParams.get('endTime')) + 1
    return candlesOf(length, { from, to })
      .slice(0, Number(url.searchParams.get('limit')))
      .map((bar) => [
        bar.time,
        String(bar.open),
        String(bar.high),
        String(bar.low),
        String(bar.close),
        '2.5',
        0,
      ])
  },
  massive: (url: URL) => {
    const [, , , , , , count, span, from, to] = url.pathname.split('/')
    const length =
      Number(count) * { minute, hour: 60 * minute, day: dayMs }[span as 'minute' | 'hour' | 'day']
    const results = candlesOf(length, { from: Number(from), to: Number(to) + 1 }).map((bar) => ({
      ...{ t: bar.time, o: bar.open, h: bar.high, l: bar.low, c: bar.close, v: 2.5 },
    }))
    return { status: 'OK', resultsCount: results.length, results }
  },
} as const

async function open(kind: keyof typeof documented): Promise<Exchange> {
  const requests: URL[] = []
  const failures: Exchange['failures'] = []
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '', 'http://exchange')
    const failure = failures.shift()
    if (failure !== undefined) {
      response.writeHead(failure.status, failure.headers ?? {}).end('{}')
      return
    }
    requests.push(url)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(documented[kind](url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, failures }
}

const sources = {
  kraken: (url: string) => krakenHistory(url),
  coinbase: (url: string) => coinbaseHistory(url),
  binance: (url: string) => binanceHistory(url),
  massive: (url: string) => massiveHistory({ key: 'k', requestsPerMinute: 5, url }),
} as const satisfies Record<keyof typeof documented, (url: string) => HistorySource>

let db: TestDatabase
let clock: ManualClock
let candles: CandleKeeper
let exchange: Exchange
let running: Backfiller[]

beforeEach(async () => {
  db = await freshDatabase()
  clock = new ManualClock(now)
  candles = new CandleKeeper(db, fail)
  running = []
})
afterEach(async () => {
  for (const one of running) await one.stop()
  exchange.server.close()
  await db.dispose()
})

async function begin(kind: keyof typeof documented, market = code): Promise<Backfiller> {
  const backfiller = new Backfiller({
    ...{ db, clock, log: quiet, candles, days, pauseMs: 0 },
    markets: [{ code: market, source: 'live', history: sources[kind](exchange.url) }],
  })
  running.push(backfiller)
  await backfiller.start()
  return backfiller
}

async function untilFilled(): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ open: bigint }>(
      'SELECT count(*) AS open FROM markets_backfills WHERE done_at IS NULL AND refused IS NULL',
    )
    if (rows[0]?.open === 0n) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const page = (interval: IntervalName, market = code) =>
  candles.page({ ...series(interval), code: market }, { from: 0, to: now, limit: 100_000 })

/** Every candle from the oldest wanted to the newest closed one, each as its minutes make it. */
async function expectWhole(interval: IntervalName, days: number, market = code): Promise<void> {
  const bars = await page(interval, market)
  const length = intervalMs[interval]
  const closed = bars.filter((bar) => bar.openTime + length <= now)
  const oldest = closed[0]?.openTime ?? now
  expect((now - oldest) / dayMs, interval).toBeGreaterThan(days)
  closed.forEach((bar, at) => {
    expect(bar.openTime, interval).toBe(oldest + at * length)
    expect(bar.open, interval).toBe(priceAt(bar.openTime))
    expect(bar.close, interval).toBe(priceAt(bar.openTime + length - minute))
  })
}

const quote = (time: number, mid = priceAt(time)): BoardQuote => {
  const at = price(String(mid))
  return { code, bid: at, ask: at, mid: at, time, source: 'live', volume: 0, seq: 1, receivedAt: time }
}

describe('the past of a live chart', () => {
  test.each([
    ['coinbase', code, 1.9, 29.9],
    ['binance', code, 1.9, 29.9],
    ['massive', 'EURUSD', 1.9, 29.9],
    ['kraken', code, 0.49, 29.9],
  ] as const)(
    'I15.1: %s gives minutes, hours and days as far as it has them',
    async (kind, market, minutes, hours) => {
      exchange = await open(kind)
      await begin(kind, market)
      await untilFilled()
      await expectWhole('1m', minutes, market)
      await expectWhole('1h', hours, market)
      await expectWhole('4h', hours, market)
      await expectWhole('1d', 700, market)
      const weeks = await page('1w', market)
      expect(weeks.length).toBeGreaterThan(100)
      expect(weeks.every(({ openTime }) => new Date(openTime).getUTCDay() === 1)).toBe(true)
      const [shown] = await marketHistories(db, allMarkets)
      expect(shown).toMatchObject({ code: market, origin: kind, filled: 1, gapsOpen: 0, refused: null })
      const origins = await candleOriginsOf(db, { ...series('1w'), code: market })
      expect(origins).toMatchObject({ filling: false, stretches: [{ origin: kind, why: 'past' }] })
    },
  )

  test('I15.1a: what was interrupted goes on where it stopped, newest first', async () => {
    exchange = await open('coinbase')
    const first = await begin('coinbase')
    while (exchange.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 5))
    await first.stop()
    const before = exchange.requests.length
    const newest = exchange.requests.filter((url) => url.searchParams.get('granularity') === '60')
    expect(Date.parse(newest[0]?.searchParams.get('end') ?? '')).toBe(candleOpenTime('1m', now) - minute)
    await begin('coinbase')
    await untilFilled()
    await expectWhole('1m', 1.9)
    const searches = exchange.requests.map((url) => url.search)
    // At most the page that was under way is asked for twice.
    expect(searches.length - new Set(searches).size).toBeLessThanOrEqual(1)
    expect(searches.length).toBeGreaterThan(before)
  })

  test('I15.1b: quotes received here stay, and the candles that form go on from what the exchange gave', async () => {
    exchange = await open('binance')
    candles.take(quote(now, 99_000))
    await begin('binance')
    await untilFilled()
    candles.take(quote(now + minute, 98_000))
    const hour = (await page('1h')).at(-1)
    const opened = candleOpenTime('1h', now)
    expect(hour).toMatchObject({ openTime: opened, open: priceAt(opened), high: 99_000, close: 98_000 })
    expect((await page('1m')).find(({ openTime }) => openTime === candleOpenTime('1m', now))?.high).toBe(
      99_000,
    )
    await candles.flush()
    const again = new CandleKeeper(db, fail)
    await again.load(now + minute)
    const stored = await again.page(series('1h'), { from: 0, to: now, limit: 1 })
    expect(stored[0]).toMatchObject({ openTime: opened, open: priceAt(opened), high: 99_000, close: 98_000 })
  })

  test('I15.1c: a gap is filled, in longer candles too, and told apart from the past', async () => {
    exchange = await open('binance')
    const backfiller = await begin('binance')
    await untilFilled()
    const begun = candleOpenTime('1h', now) + 2 * 60 * minute
    for (const at of [0, 1, 2, 40, 41, 61]) candles.take(quote(begun + at * minute, 60_000))
    await candles.flush()
    clock.set(begun + 62 * minute)
    await backfiller.missed(code, { from: begun + 3 * minute, to: begun + 40 * minute })
    await untilFilled()
    const origins = await candleOriginsOf(db, series('1m'))
    expect(origins.stretches.map(({ why }) => why)).toEqual(['past', 'gap'])
    expect(origins.stretches[1]).toMatchObject({ from: begun + 3 * minute, to: begun + 40 * minute })
    const range = { from: begun, to: begun + 62 * minute, limit: 100 }
    const minutes = await candles.page(series('1m'), range)
    expect(minutes.map(({ openTime }) => (openTime - begun) / minute)).toEqual([
      ...Array.from({ length: 42 }, (_, at) => at),
      61,
    ])
    expect(minutes[1]?.close).toBe(60_000)
    expect(minutes[3]?.close).toBe(priceAt(begun + 3 * minute))
    const hours = await candles.page(series('1h'), range)
    expect(hours[0]).toMatchObject({ open: priceAt(begun), close: priceAt(begun + 59 * minute) })
  })

  test('I15.1d: an exchange that says wait is waited for; one that refuses a market does not hold up the others', async () => {
    exchange = await open('kraken')
    exchange.failures.push({ status: 429, headers: { 'Retry-After': '0' } }, { status: 503 })
    const source = krakenHistory(exchange.url)
    const refusing: HistorySource = {
      ...source,
      addressOf: (symbol, interval, stretch) =>
        `${source.addressOf(symbol, interval, stretch)}${symbol === 'ETHUSDT' ? '&refused' : ''}`,
      read: (text) =>
        exchange.requests.at(-1)?.search.endsWith('&refused')
          ? { refused: 'EQuery:Unknown asset pair', tooMany: false }
          : source.read(text),
    }
    const backfiller = new Backfiller({
      ...{ db, clock, log: quiet, candles, days, pauseMs: 0, firstWaitMs: 10 },
      markets: ['ETHUSDT', code].map((one) => ({ code: one, source: 'live', history: refusing })),
    })
    running.push(backfiller)
    await backfiller.start()
    await untilFilled()
    await expectWhole('1h', 29.9)
    const shown = await marketHistories(db, allMarkets)
    expect(shown.find((one) => one.code === 'ETHUSDT')).toMatchObject({
      filled: 0,
      refused: 'EQuery:Unknown asset pair',
    })
    expect(shown.find((one) => one.code === code)).toMatchObject({ filled: 1, refused: null })
  })
})
