import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { marketsCalls, ResultOf } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/new-id.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { resultOf } from '../../testing/test-client.ts'
import { limitSetter } from '../../testing/test-limits.ts'

type Candles = ResultOf<typeof marketsCalls.getKValueByCodeAndDate>
type Item = ResultOf<typeof marketsCalls.listMarketByType>[number]

const minuteMs = 60_000
const start = Date.UTC(2026, 10, 16)
const minutes = 2_600
const lastSecond = (start + (minutes - 1) * minuteMs) / 1000
const folder = mkdtempSync(join(tmpdir(), 'candor-udf-'))

/** A price a minute, and a bad print at the end. */
function writeRecording(): void {
  const rows = Array.from({ length: minutes }, (_, n) => {
    const bid = 50_000 + (n % 50)
    return `${start + n * minuteMs},${bid}.00,${bid + 2}.00`
  })
  rows.push(`${start + (minutes - 1) * minuteMs + 500},1.00,60000.00`)
  writeFileSync(join(folder, 'BTCUSDT.20261116.csv.gz'), gzipSync(`time_ms,bid,ask\n${rows.join('\n')}\n`))
}

let app: TestApp
beforeAll(async () => {
  writeRecording()
  const replay = { replayDir: folder, replaySpeed: Number.POSITIVE_INFINITY, replayLoop: false }
  app = await startTestApp({ feed: 'replay', ...replay })
  const badPrints = async () => (await app.call('getCandleOrigins', { code: 'BTCUSDT' })).text
  while ((await badPrints()).includes('"badPrints":[]')) await setTimeout(5)
})
afterAll(async () => {
  await app.dispose()
  rmSync(folder, { recursive: true })
})

interface UdfResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Asks as a chart program does: GET, a query, no credentials. */
async function ask(
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<UdfResponse> {
  const pairs = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`${app.url}/udf/${path}?${new URLSearchParams(pairs)}`, {
    headers: { origin: 'https://charts.example' },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const read = async <T>(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<T> => {
  const { status, text } = await ask(path, query)
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return JSON.parse(text) as T
}

interface Config {
  readonly supports_search: boolean
  readonly supports_group_request: boolean
  readonly supports_marks: boolean
  readonly supports_timescale_marks: boolean
  readonly supports_time: boolean
  readonly supported_resolutions: readonly string[]
  readonly symbols_types: readonly { readonly value: string; readonly name: string }[]
}
interface Found {
  readonly symbol: string
  readonly ticker: string
  readonly type: string
  readonly description: string
}
interface SymbolInfo {
  readonly ticker: string
  readonly session: string
  readonly timezone: string
  readonly pricescale: number
  readonly minmov: number
  readonly supported_resolutions: readonly string[]
}
interface History {
  readonly s: 'ok' | 'no_data'
  readonly nextTime?: number
  readonly t?: readonly number[]
  readonly o?: readonly number[]
  readonly h?: readonly number[]
  readonly l?: readonly number[]
  readonly c?: readonly number[]
  readonly v?: readonly number[]
}
interface Quotes {
  readonly s: string
  readonly d: readonly {
    readonly s: string
    readonly n: string
    readonly v: Readonly<Record<string, unknown>>
  }[]
}

/** Opens a chart as the documentation says: configuration, search, symbol, then bars from the newest back until there are none. */
async function openChart(
  typed: string,
  resolution: string,
): Promise<{ symbol: SymbolInfo; bars: number[][] }> {
  const config = await read<Config>('config')
  expect([config.supports_search, config.supports_group_request]).toEqual([true, false])
  expect(config.supported_resolutions).toContain(resolution)
  const [found] = await read<Found[]>('search', { query: typed, type: '', exchange: '', limit: 30 })
  const symbol = await read<SymbolInfo>('symbols', { symbol: found?.ticker ?? '' })
  let to = lastSecond + 60
  const bars: number[][] = []
  for (;;) {
    const query = { symbol: symbol.ticker, resolution, from: to - 300 * 60, to, countback: 700 }
    const history = await read<History>('history', query)
    if (history.s === 'no_data') return { symbol, bars }
    const { t = [], o = [], h = [], l = [], c = [], v = [] } = history
    bars.unshift(...t.map((time, at) => [time * 1000, o[at], h[at], l[at], c[at], v[at]].map(Number)))
    to = t[0] ?? 0
  }
}

const charts = [
  ['1', '1m', minutes],
  ['60', '1h', Math.ceil(minutes / 60)],
  ['1D', '1d', 2],
] as const

describe('a chart program that knows the protocol from its documentation', () => {
  test.each(charts)(
    'I15.4: opens a chart in resolution %s and has all candles of ours',
    async (resolution, interval, count) => {
      const { symbol, bars } = await openChart('BTCUSDT', resolution)
      expect(symbol).toMatchObject({ session: '24x7', timezone: 'Etc/UTC', pricescale: 100, minmov: 1 })
      expect(bars).toHaveLength(count)
      const input = { code: 'BTCUSDT', interval, limit: 1000 }
      const own = resultOf<Candles>(await app.call('getKValueByCodeAndDate', input))
      expect(bars.slice(-1000)).toEqual(own)
    },
  )

  test('I15.4: bars of a range, and the time of the nearest before a range without any', async () => {
    const range = { symbol: 'Candor:btcusdt', resolution: '1' }
    const from = start / 1000
    const some = await read<History>('history', { ...range, from: from + 60, to: from + 240 })
    expect(some.t).toEqual([from + 60, from + 120, from + 180])
    const after = await read<History>('history', { ...range, from: lastSecond + 600, to: lastSecond + 1_200 })
    expect(after).toEqual({ s: 'no_data', nextTime: lastSecond })
    expect(await read('history', { ...range, from: -1, to: from })).toEqual({ s: 'no_data' })
    const most = await read<History>('history', { ...range, from: 0, to: lastSecond + 60 })
    expect(most.t).toHaveLength(2_000)
    expect(most.t?.at(-1)).toBe(lastSecond)
  })

  test('I15.4: prices and figures of the day are those of the market list; a symbol without a price says so', async () => {
    const { s, d } = await read<Quotes>('quotes', { symbols: 'BTCUSDT,NOTHING,ETHUSDT' })
    const item = resultOf<Item[]>(await app.call('listMarketByType', { q: 'BTCUSDT' }))[0]
    expect(s).toBe('ok')
    expect(d[0]).toMatchObject({ s: 'ok', n: 'BTCUSDT', v: { short_name: 'BTCUSDT', chp: item?.zdf } })
    const { lp, bid, ask: askPrice, high_price, low_price, ch, prev_close_price } = d[0]?.v ?? {}
    expect([lp, bid, askPrice, high_price, low_price]).toEqual(
      [item?.price, item?.bid, item?.ask, item?.high24h, item?.low24h].map(Number),
    )
    expect(Number(lp) - Number(prev_close_price)).toBeCloseTo(Number(ch), 6)
    expect(d.slice(1)).toEqual([
      { s: 'error', n: 'NOTHING', v: {}, errmsg: 'unknown_symbol' },
      { s: 'error', n: 'ETHUSDT', v: {}, errmsg: 'no_price' },
    ])
  })

  test('I15.4: symbols are found by code and name, and each states its hours and source of prices', async () => {
    const names = async (query: Record<string, string>) =>
      (await read<Found[]>('search', query)).map(({ symbol }) => symbol)
    expect(await names({ query: 'bitcoin', type: 'crypto' })).toEqual([
      'BTCUSDT',
      'BCHUSDT',
      'BTCUSD',
      'BTCPERP',
    ])
    expect(await names({ query: 'bitcoin', type: 'forex' })).toEqual([])
    expect(await names({ query: 'eur', limit: '2' })).toHaveLength(2)
    expect(await names({ query: 'eur', exchange: 'elsewhere' })).toEqual([])
    const [bitcoin] = await read<Found[]>('search', { query: 'BTCUSDT' })
    expect(bitcoin?.description).toBe('Bitcoin / Tether (Replay)')
    const sessions = await Promise.all(
      ['AAPL', 'EURUSD', 'BRN'].map(
        async (symbol) => (await read<SymbolInfo>('symbols', { symbol })).session,
      ),
    )
    expect(sessions).toEqual(['0930-1600:23456', '1700-1700:23456', '1700-1700:2|1900-1700:3456'])
    expect(await read('symbols', { symbol: 'AAPL' })).toMatchObject({
      timezone: 'America/New_York',
      type: 'stock',
    })
  })

  test('I15.4: marks are the splits, dividends and halts of a market, each at a bar', async () => {
    const at = start + 90 * minuteMs + 5_000
    const { pool } = app.db
    await pool.query(
      `INSERT INTO markets_actions (id, code, kind, at, facts, asked_by, asked_at, applied_at)
       VALUES ($1, 'AAPL', 'split', $2, '{"fresh":"4","old":"1"}', 'test', 1, $2)`,
      [newId(), at],
    )
    await pool.query(
      `INSERT INTO markets_halts (id, code, reason, note, halted_by, halted_at, lifted_by, lifted_at)
       VALUES ($1, 'AAPL', 'news', 'seen by nobody', 'test', $2, 'test', $2)`,
      [newId(), at + minuteMs],
    )
    const range = { symbol: 'AAPL', from: start / 1000, to: lastSecond, resolution: '60' }
    const time = (start + 60 * minuteMs) / 1000
    const marks = await read<Record<string, unknown[]>>('marks', range)
    expect(marks).toMatchObject({ time: [time, time], label: ['S', 'H'] })
    expect(marks.text?.[0]).toBe('Split: 4:1')
    expect(JSON.stringify(marks)).not.toContain('seen by nobody')
    const rows = await read<Record<string, unknown>[]>('timescale_marks', range)
    expect(rows.map((row) => [row.time, row.label, row.tooltip])).toEqual([
      [time, 'S', ['Split: 4:1']],
      [time, 'H', [marks.text?.[1]]],
    ])
    const elsewhere = await read<Record<string, unknown[]>>('marks', { ...range, symbol: 'MSFT' })
    expect(elsewhere.id).toEqual([])
  })

  test('I15.4: the time is that of the server, in seconds, as text', async () => {
    const { text, headers } = await ask('time')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(Math.abs(Number(text) * 1000 - app.now())).toBeLessThan(60_000)
  })
})

const bar = { symbol: 'BTCUSDT', resolution: '1', from: '0', to: '1' }

const refusedRequests: [path: string, query: Record<string, string>, status: number, errmsg: string][] = [
  ['symbols', {}, 400, 'symbol: missing'],
  ['symbols', { symbol: 'NOTHING' }, 404, 'unknown_symbol'],
  ['symbols', { symbol: 'OTHER:BTCUSDT' }, 404, 'unknown_symbol'],
  ['symbols', { symbol: 'X'.repeat(201) }, 400, 'symbol: too long'],
  ['search', { query: 'eur', limit: '0' }, 400, 'limit: a number from 1 on'],
  ['search', { query: 'eur', limit: '1e3' }, 400, 'limit: a number from 1 on'],
  ['history', { ...bar, resolution: '7' }, 400, 'resolution: one of 1, 5, 15, 30, 60, 240, 1D, 1W'],
  ['history', { ...bar, resolution: 'constructor' }, 400, 'resolution: one of 1, 5, 15, 30, 60, 240, 1D, 1W'],
  ['history', { ...bar, from: 'yesterday' }, 400, 'from: epoch seconds'],
  ['history', { ...bar, to: '9999999999999' }, 400, 'to: epoch seconds'],
  ['history', { ...bar, to: '1.5' }, 400, 'to: epoch seconds'],
  ['history', { ...bar, countback: '-5' }, 400, 'countback: a number from 1 on'],
  ['history', { symbol: 'BTCUSDT', resolution: '1', from: '0' }, 400, 'to: missing'],
  ['quotes', {}, 400, 'symbols: missing'],
  [
    'quotes',
    { symbols: Array.from({ length: 101 }, (_, n) => `M${n}`).join(',') },
    400,
    'at most 100 at once',
  ],
  ['marks', { symbol: 'AAPL', from: '0', to: '1' }, 400, 'resolution: missing'],
  ['timescale_marks', { symbol: '', from: '0', to: '1', resolution: 'D' }, 400, 'symbol: missing'],
  ['nothing', {}, 404, 'unknown_path'],
]

describe('a request that is refused', () => {
  test.each(refusedRequests)(
    'I15.4a: %s %j is refused in the protocol’s form',
    async (path, query, status, errmsg) => {
      const response = await ask(path, query)
      expect([response.status, JSON.parse(response.text)]).toEqual([status, { s: 'error', errmsg }])
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('I15.4a: odd values in every field of every route never make a fault', async () => {
    const odd = [
      '',
      ' ',
      '%00',
      '\u0000',
      "'",
      '-1',
      '0',
      '1e309',
      'NaN',
      '[]',
      '{}',
      '../',
      'é',
      '\ud800',
      '9'.repeat(300),
    ]
    const fields = [
      'symbol',
      'symbols',
      'resolution',
      'from',
      'to',
      'countback',
      'query',
      'type',
      'exchange',
      'limit',
    ]
    const routes = ['config', 'symbols', 'search', 'history', 'quotes', 'marks', 'timescale_marks', 'time']
    const usual = { ...bar, symbols: 'BTCUSDT', query: 'eur', countback: '5', limit: '5' }
    const requests = routes.flatMap((route) =>
      fields.flatMap((field) => odd.map((value) => [route, { ...usual, [field]: value }] as const)),
    )
    for (const [route, query] of requests) {
      const { status, text } = await ask(route, query)
      const isRefused = status >= 400 && status < 500 && text.startsWith('{"s":"error","errmsg":"')
      expect([route, query, status === 200 || isRefused]).toEqual([route, query, true])
    }
    const twice = await fetch(`${app.url}/udf/symbols?symbol=BTCUSDT&symbol=ETHUSDT`)
    expect([twice.status, await twice.json()]).toEqual([400, { s: 'error', errmsg: 'symbol: give it once' }])
  })
})

test('I15.4b: any page may read it, a client that has a response gets 304, and each route has its own lifetime', async () => {
  const lifetimes = await Promise.all(
    (
      [
        ['config', {}],
        ['symbols', { symbol: 'BTCUSDT' }],
        ['history', bar],
        ['history', { ...bar, to: String(Math.floor(app.now() / 1000) + 60) }],
        ['quotes', { symbols: 'BTCUSDT' }],
      ] as const
    ).map(async ([path, query]) => {
      const { headers } = await ask(path, query)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      return headers.get('cache-control')
    }),
  )
  const ages = [3_600, 60, 60, 1, 1]
  expect(lifetimes).toEqual(ages.map((seconds) => `public, max-age=${seconds}`))
  const url = `${app.url}/udf/config`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  const again = await fetch(url, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('I15.4c: one network asks only so often, as for every visitor’s call, and is told in the protocol’s form', async () => {
  const set = limitSetter(app)
  await set('limits.visitor.perHour', 1)
  await set('limits.visitor.burst', 1)
  const many = () => Promise.all(Array.from({ length: 20 }, () => ask('config')))
  let refused: UdfResponse | undefined
  while (refused === undefined) refused = (await many()).find(({ status }) => status !== 200)
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    429,
    { s: 'error', errmsg: 'too_many_requests' },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
})
