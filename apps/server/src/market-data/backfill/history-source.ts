import type { CandleOrigin } from '@candor/contract'
import { type CandleBar, type IntervalName, intervalMs } from '@candor/rules'
import { fieldsOf, listOf, readJson } from '../feeds/live/protocol.ts'

/** From `from` up to, but not including, `to`; epoch ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Limits of an exchange for one interval. */
export interface IntervalLimits {
  /** The longest stretch of one request, in ms. */
  readonly pageMs: number
  /** The oldest candle it gives, in ms before now; null: years. */
  readonly reachMs: number | null
}

/** Content of a page: candles, oldest first, or the exchange's reason for a refusal. */
export type HistoryReading =
  | { readonly candles: readonly CandleBar[] }
  | { readonly refused: string; readonly tooMany: boolean }

/** Past candles of one exchange. Pure: the address of a page out, its text in. */
export interface HistorySource {
  readonly origin: CandleOrigin
  /** The exchange's symbol by the platform's code. */
  readonly symbols: ReadonlyMap<string, string>
  readonly limits: Readonly<Partial<Record<IntervalName, IntervalLimits>>>
  readonly requestsPerMinute: number
  /** Sent with each request; holds the key where there is one. */
  readonly headers: Readonly<Record<string, string>>
  addressOf(symbol: string, interval: IntervalName, page: Stretch): string
  /** Throws nothing: a text that cannot be read is a refusal. */
  read(text: string): HistoryReading
}

/** Limits of an exchange that gives at most `most` candles a request. */
export const limitsOf = (
  intervals: readonly IntervalName[],
  most: number,
  reach: number | null = null,
): Partial<Record<IntervalName, IntervalLimits>> =>
  Object.fromEntries(
    intervals.map((interval) => [
      interval,
      {
        pageMs: most * intervalMs[interval],
        reachMs: reach === null ? null : reach * intervalMs[interval],
      },
    ]),
  )

/** One candle as an exchange sent it, numbers or texts; null unless all are finite, prices above zero and in order. */
export function readCandle(
  openTime: number,
  sent: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', unknown>>,
): CandleBar | null {
  const open = Number(sent.open)
  const high = Number(sent.high)
  const low = Number(sent.low)
  const close = Number(sent.close)
  const volume = Number(sent.volume ?? 0)
  const all = [openTime, open, high, low, close, volume]
  if (!all.every(Number.isFinite) || low <= 0 || volume < 0) return null
  if (low > Math.min(open, close) || high < Math.max(open, close)) return null
  return { openTime, open, high, low, close, volume }
}

/** Candles of a list of arrays or objects, oldest first; what is no candle is left out. */
export function readCandles(rows: unknown, read: (row: unknown) => CandleBar | null): CandleBar[] {
  const candles = listOf(rows).flatMap((row) => read(row) ?? [])
  return candles.sort((a, b) => a.openTime - b.openTime)
}

/** A refusal in the exchange's words, shortened. */
export const refusal = (words: unknown, tooMany = false): HistoryReading => ({
  refused: String(words ?? 'unreadable').slice(0, 200),
  tooMany,
})

/** A JSON object's fields, or those of nothing. */
export const readFields = (text: string) => fieldsOf(readJson(text))
