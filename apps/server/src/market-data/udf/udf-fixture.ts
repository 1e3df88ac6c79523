import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { minuteMs } from '@candor/rules/time-units.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Beginning of the recorded day of BTCUSDT, and its length. */
export const start = Date.UTC(2026, 10, 16)
export const minutes = 2_600
/** Epoch seconds at which its last candle opens. */
export const lastSecond = (start + (minutes - 1) * minuteMs) / 1000

/** Writes a price a minute, and a bad print at the end. */
function writeRecording(folder: string): void {
  const rows = Array.from({ length: minutes }, (_, n) => {
    const bid = 50_000 + (n % 50)
    return `${start + n * minuteMs},${bid}.00,${bid + 2}.00`
  })
  rows.push(`${start + (minutes - 1) * minuteMs + 500},1.00,60000.00`)
  writeFileSync(join(folder, 'BTCUSDT.20261116.csv.gz'), gzipSync(`time_ms,bid,ask\n${rows.join('\n')}\n`))
}

export interface UdfResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type UdfQuery = Readonly<Record<string, string | number>>

export interface UdfServer {
  readonly app: TestApp
  /** Sends a request as a chart program does: GET, a query, no credentials. */
  ask(path: string, query?: UdfQuery): Promise<UdfResponse>
  /** Reads a JSON response; throws unless its status is 200. */
  read<T>(path: string, query?: UdfQuery): Promise<T>
  close(): Promise<void>
}

/** Starts a server that has replayed the whole recording. */
export async function startUdfServer(): Promise<UdfServer> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-udf-'))
  writeRecording(folder)
  const replay = { replayDir: folder, replaySpeed: Number.POSITIVE_INFINITY, replayLoop: false }
  const app = await startTestApp({ feed: 'replay', ...replay })
  const origins = async () => (await app.call('getCandleOrigins', { code: 'BTCUSDT' })).text
  while ((await origins()).includes('"badPrints":[]')) await setTimeout(5)
  const ask = async (path: string, query: UdfQuery = {}): Promise<UdfResponse> => {
    const pairs = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${app.url}/udf/${path}?${new URLSearchParams(pairs)}`, {
      headers: { origin: 'https://charts.example' },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    app,
    ask,
    read: async (path, query) => {
      const { status, text } = await ask(path, query)
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      return JSON.parse(text)
    },
    close: async () => {
      await app.dispose()
      rmSync(folder, { recursive: true })
    },
  }
}

export interface FoundSymbol {
  readonly symbol: string
  readonly ticker: string
  readonly type: string
  readonly description: string
}

export interface SymbolInfo {
  readonly ticker: string
  readonly session: string
  readonly timezone: string
  readonly pricescale: number
  readonly minmov: number
  readonly supported_resolutions: readonly string[]
}

export interface History {
  readonly s: 'ok' | 'no_data'
  readonly nextTime?: number
  readonly t?: readonly number[]
  readonly o?: readonly number[]
  readonly h?: readonly number[]
  readonly l?: readonly number[]
  readonly c?: readonly number[]
  readonly v?: readonly number[]
}
