import {
  type CandleBar,
  candleOpenTime,
  type IntervalName,
  intervalMs,
  intervalNames,
  joinCandles,
} from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import type { HistorySource, Stretch } from './history-source.ts'

const dayMs = intervalMs['1d']

/** Days of past a chart gets, where the exchange has them. */
export type PastDays = Readonly<Record<IntervalName, number>>
export const usualPastDays: PastDays = {
  '1m': 30,
  '5m': 30,
  '15m': 90,
  '30m': 90,
  '1h': 90,
  '4h': 365,
  '1d': 730,
  '1w': 730,
}

/** Order in which the intervals of a market are requested: the chart's first view, its day, then the rest. */
export const requestOrder: readonly IntervalName[] = ['1m', '15m', '1h', '1d', '5m', '4h', '30m', '1w']

/** Makes a longer interval of shorter ones where the exchange does not give it. */
const madeOf: Readonly<Partial<Record<IntervalName, IntervalName>>> = { '30m': '15m', '4h': '1h', '1w': '1d' }

/** The intervals made of this one, at an exchange that does not give them. */
export const madeFrom = (source: HistorySource, interval: IntervalName): IntervalName[] =>
  intervalNames.filter((name) => madeOf[name] === interval && source.limits[name] === undefined)

/** The intervals an exchange is asked for. */
export const requestedIntervals = (source: HistorySource): IntervalName[] =>
  requestOrder.filter((interval) => source.limits[interval] !== undefined)

/** The interval that an interval's stretches are noted under: itself, or the one it is made of. */
export const notedUnder = (interval: IntervalName, given: ReadonlySet<IntervalName>): IntervalName =>
  given.has(interval) ? interval : (madeOf[interval] ?? interval)

/** The candles of an interval that a stretch touches; the minute at its end, which still forms, is left to the quotes. */
function around(interval: IntervalName, { from, to }: Stretch): Stretch {
  const end = candleOpenTime(interval, to)
  return { from: candleOpenTime(interval, from), to: interval === '1m' ? end : end + intervalMs[interval] }
}

/** Earliest candle an exchange may be asked for; it gives none before. */
function earliestOf(source: HistorySource, interval: IntervalName, now: number): number {
  const reachMs = source.limits[interval]?.reachMs ?? null
  if (reachMs === null) return 0
  // The forming candle is one of those it gives.
  return candleOpenTime(interval, now) - reachMs + intervalMs[interval]
}

/** The past of a chart before its first quote; null where the exchange has none of it. */
export function pastStretch(
  source: HistorySource,
  interval: IntervalName,
  { firstQuote, now, days }: { readonly firstQuote: number; readonly now: number; readonly days: PastDays },
): Stretch | null {
  const { to } = around(interval, { from: firstQuote, to: firstQuote })
  const longest = intervalNames.find((name) => madeOf[name] === interval) ?? interval
  const wanted = candleOpenTime(longest, firstQuote - days[interval] * dayMs)
  const from = Math.max(wanted, earliestOf(source, interval, now))
  return from < to ? { from, to } : null
}

/** The candles that a gap between two quotes touches; null where the exchange has none of them. */
export function gapStretch(
  source: HistorySource,
  interval: IntervalName,
  gap: Stretch,
  now: number,
): Stretch | null {
  const touched = around(interval, gap)
  const from = Math.max(touched.from, earliestOf(source, interval, now))
  return from < touched.to ? { from, to: touched.to } : null
}

/** The page asked for next: the newest that is missing, no longer than one request may be. */
export function nextPage(source: HistorySource, interval: IntervalName, left: Stretch): Stretch {
  const pageMs = source.limits[interval]?.pageMs ?? intervalMs[interval]
  return { from: Math.max(left.from, left.to - pageMs), to: left.to }
}

/** The candles of a page on our own stretches of time; those outside the page are left out, two of one stretch are joined. */
export function alignCandles(
  interval: IntervalName,
  candles: readonly CandleBar[],
  { from, to }: Stretch,
): CandleBar[] {
  const aligned = new Map<number, CandleBar>()
  for (const bar of candles) {
    const openTime = candleOpenTime(interval, bar.openTime)
    if (openTime < from || openTime >= to) continue
    aligned.set(openTime, joinCandles(aligned.get(openTime) ?? null, interval, bar))
  }
  return [...aligned.values()]
}

const longestBackoffMs = 300_000
/** No exchange is waited for longer, whatever it names: a timer of Node counts to 25 days and then fires at once. */
const longestWaitMs = 6 * hourMs

/**
 * Returns the time to wait before the next request to an exchange, after so many failures in a row: what the exchange named, and at least
 * the usual wait, which doubles with each failure.
 */
export const waitAfterFailure = (failures: number, firstMs: number, namedMs: number | null): number =>
  Math.min(longestWaitMs, Math.max(namedMs ?? 0, Math.min(firstMs * 2 ** failures, longestBackoffMs)))
