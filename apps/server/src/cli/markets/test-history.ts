import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { vi } from 'vitest'
import {
  type KrakenLikeExchange,
  startKrakenLikeExchange,
} from '../../testing/exchanges/kraken-like-exchange.ts'
import { resultOf, startEmbeddedTestApp, type TestApp } from '../../testing/test-app.ts'
import { candorIn } from '../test-candor.ts'

const minute = 60_000

/** Row of a chart as the call gives it. */
export type ChartRow = readonly [number, number, number, number, number, number]

/** A running server with live prices of BTCUSDT, and what tests of `candor history` do with it. */
export interface HistoryFixture {
  readonly app: TestApp
  readonly exchange: KrakenLikeExchange
  /** A new folder with these files; a name that ends in .gz is packed. */
  folderWith(files: Readonly<Record<string, string | Buffer>>): string
  /** Runs `candor history …` on the server's data, in an empty folder. */
  history(...args: string[]): Promise<{ readonly code: number; readonly out: string }>
  /** The chart as customers see it. */
  chart(code: string, interval?: string, limit?: number): Promise<readonly ChartRow[]>
  origins(code: string, interval?: string): Promise<unknown>
  /** Every imported candle of a market, or those of one interval. */
  stored(code: string, source?: string, interval?: string): Promise<unknown[]>
  dispose(): Promise<void>
}

export async function startHistory(folder: string): Promise<HistoryFixture> {
  const exchange = await startKrakenLikeExchange()
  for (const [name, value] of Object.entries(exchange.env)) vi.stubEnv(name, value)
  const app = await startEmbeddedTestApp({ feed: 'live' })
  vi.unstubAllEnvs()
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  return {
    app,
    exchange,
    folderWith: (files) => {
      const dir = mkdtempSync(join(folder, 'files-'))
      for (const [name, content] of Object.entries(files))
        writeFileSync(
          join(dir, name),
          name.endsWith('.gz') && typeof content === 'string' ? gzipSync(content) : content,
        )
      return dir
    },
    history: (...args) => candorIn(empty, ['history', ...args, '--data', app.dataDir]),
    chart: async (code, interval = '1m', limit = 1000) =>
      resultOf(await app.call('getKValueByCodeAndDate', { code, interval, limit })),
    origins: async (code, interval = '1m') =>
      resultOf(await app.call('getCandleOrigins', { code, interval })),
    stored: async (code, source = 'live', interval) => {
      const { rows } = await app.db.pool.query(
        `SELECT interval, open_time, open, high, low, close, volume FROM markets_imported_candles
          WHERE code = $1 AND source = $2 AND interval = coalesce($3, interval) ORDER BY interval, open_time`,
        [code, source, interval],
      )
      return rows
    },
    dispose: async () => {
      await app.dispose()
      await exchange.close()
    },
  }
}

/** Quotes of EURUSD, four a minute, as a recording has them. */
export function recordedQuotes(from: number, minutes: number): string {
  const lines = Array.from({ length: minutes * 4 }, (_, at) => {
    const bid = (1.39 + ((at * 7) % 23) / 100_000).toFixed(5)
    const ask = (1.39 + ((at * 7) % 23) / 100_000 + 0.00002).toFixed(5)
    return `${from + at * 15_000},${bid},${ask}`
  })
  return `time_ms,bid,ask\n${lines.join('\n')}\n`
}

/** Candles of a market with two decimals, one a row. */
export function candleRows(from: number, count: number, step = minute): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const open = 100 + ((at * 13) % 37) / 100
    const close = 100 + ((at * 17) % 41) / 100
    const row = [open, Math.max(open, close) + 0.05, Math.min(open, close) - 0.05, close]
    return [from + at * step, ...row.map((value) => value.toFixed(2)), at % 9].join(',')
  })
  return `timestamp,open,high,low,close,volume\n${lines.join('\n')}\n`
}
