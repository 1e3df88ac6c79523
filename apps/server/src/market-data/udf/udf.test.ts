import type { marketsCalls, ResultOf } from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/new-id.ts'
import { resultOf } from '../../testing/test-client.ts'
import {
  type FoundSymbol,
  type History,
  lastSecond,
  type SymbolInfo,
  start,
  startUdfServer,
  type UdfServer,
} from './udf-fixture.ts'

type Item = ResultOf<typeof marketsCalls.listMarketByType>[number]

let server: UdfServer
beforeAll(async () => {
  server = await startUdfServer()
})
afterAll(() => server.close())

interface Quotes {
  readonly s: string
  readonly d: readonly {
    readonly s: string
    readonly n: string
    readonly v: Readonly<Record<string, unknown>>
  }[]
}

test('I15.4: bars of a range, and the time of the nearest before a range without any', async () => {
  const range = { symbol: 'Candor:btcusdt', resolution: '1' }
  const from = start / 1000
  const some = await server.read<History>('history', { ...range, from: from + 60, to: from + 240 })
  expect(some.t).toEqual([from + 60, from + 120, from + 180])
  const after = await server.read<History>('history', {
    ...range,
    from: lastSecond + 600,
    to: lastSecond + 1_200,
  })
  expect(after).toEqual({ s: 'no_data', nextTime: lastSecond })
  expect(await server.read('history', { ...range, from: -1, to: from })).toEqual({ s: 'no_data' })
  const most = await server.read<History>('history', { ...range, from: 0, to: lastSecond + 60 })
  expect(most.t).toHaveLength(2_000)
  expect(most.t?.at(-1)).toBe(lastSecond)
  const counted = { ...range, from: lastSecond, to: lastSecond + 60, countback: 1_500 }
  const reached = await server.read<History>('history', counted)
  expect(reached.t).toHaveLength(1_500)
  expect(reached.t?.at(-1)).toBe(lastSecond)
})

test('I15.4: prices and figures of the day are those of the market list; a symbol without a price says so', async () => {
  const { s, d } = await server.read<Quotes>('quotes', { symbols: 'BTCUSDT,NOTHING,ETHUSDT' })
  const item = resultOf<Item[]>(await server.app.call('listMarketByType', { q: 'BTCUSDT' }))[0]
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
    (await server.read<FoundSymbol[]>('search', query)).map(({ symbol }) => symbol)
  expect(await names({ query: 'bitcoin', type: 'crypto' })).toEqual([
    'BTCUSDT',
    'BCHUSDT',
    'BTCUSD',
    'BTCPERP',
  ])
  expect(await names({ query: 'bitcoin', type: 'forex' })).toEqual([])
  expect(await names({ query: 'eur', limit: '2' })).toHaveLength(2)
  expect(await names({ query: 'eur', exchange: 'elsewhere' })).toEqual([])
  const [bitcoin] = await server.read<FoundSymbol[]>('search', { query: 'BTCUSDT' })
  expect(bitcoin?.description).toBe('Bitcoin / Tether (Replay)')
  const sessions = await Promise.all(
    ['AAPL', 'EURUSD', 'BRN'].map(
      async (symbol) => (await server.read<SymbolInfo>('symbols', { symbol })).session,
    ),
  )
  expect(sessions).toEqual(['0930-1600:23456', '1700-1700:23456', '1700-1700:2|1900-1700:3456'])
  expect(await server.read('symbols', { symbol: 'AAPL' })).toMatchObject({
    timezone: 'America/New_York',
    type: 'stock',
  })
})

test('I15.4: marks are the splits, dividends and halts of a market, each at a bar', async () => {
  const at = start + 90 * minuteMs + 5_000
  const { pool } = server.app.db
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
  const marks = await server.read<Record<string, unknown[]>>('marks', range)
  expect(marks).toMatchObject({ time: [time, time], label: ['S', 'H'] })
  expect(marks.text?.[0]).toBe('Split: 4:1')
  expect(JSON.stringify(marks)).not.toContain('seen by nobody')
  const rows = await server.read<Record<string, unknown>[]>('timescale_marks', range)
  expect(rows.map((row) => [row.time, row.label, row.tooltip])).toEqual([
    [time, 'S', ['Split: 4:1']],
    [time, 'H', [marks.text?.[1]]],
  ])
  const elsewhere = await server.read<Record<string, unknown[]>>('marks', { ...range, symbol: 'MSFT' })
  expect(elsewhere.id).toEqual([])
})

test('I15.4: the time is that of the server, in seconds, as text', async () => {
  const { text, headers } = await server.ask('time')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(Math.abs(Number(text) * 1000 - server.app.now())).toBeLessThan(60_000)
})

const oneMinute = { symbol: 'BTCUSDT', resolution: '1', from: '0', to: '1' }

test('I15.4b: any page may read it, a client that has a response gets 304, and each route has its own lifetime', async () => {
  const lifetimes = await Promise.all(
    (
      [
        ['config', {}],
        ['symbols', { symbol: 'BTCUSDT' }],
        ['history', oneMinute],
        ['history', { ...oneMinute, to: String(Math.floor(server.app.now() / 1000) + 60) }],
        ['quotes', { symbols: 'BTCUSDT' }],
      ] as const
    ).map(async ([path, query]) => {
      const { headers } = await server.ask(path, query)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      return headers.get('cache-control')
    }),
  )
  const ages = [3_600, 60, 60, 1, 1]
  expect(lifetimes).toEqual(ages.map((seconds) => `public, max-age=${seconds}`))
  const url = `${server.app.url}/udf/config`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  const again = await fetch(url, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
