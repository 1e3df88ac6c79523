import { dayMs, hourMs, minuteMs } from '../time-units.ts'

/** The chart's intervals, shortest first; the same names as on the wire. */
export const intervalNames = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type IntervalName = (typeof intervalNames)[number]

const weekMs = 7 * dayMs

export const intervalMs: Readonly<Record<IntervalName, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': hourMs,
  '4h': 4 * hourMs,
  '1d': dayMs,
  '1w': weekMs,
}

/** One candle: open time in epoch ms, the four mids as numbers (for drawing only), volume in base units. */
export interface CandleBar {
  readonly openTime: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Candles are aligned to UTC; a week begins on Monday. */
export function candleOpenTime(interval: IntervalName, ms: number): number {
  const length = intervalMs[interval]
  // 1970-01-01 was a Thursday: the first Monday is day 4.
  const shift = interval === '1w' ? 4 * dayMs : 0
  return Math.floor((ms - shift) / length) * length + shift
}

/** Moment and volume of a price. */
interface PricedAt {
  /** Epoch ms. */
  readonly time: number
  readonly volume: number
}

/**
 * The candle after a price: the same one grown, or a new one when the price belongs to a later stretch.
 * A price from before the candle's own stretch changes nothing (the time of a source may tremble).
 */
export function growCandle(
  bar: CandleBar | null,
  interval: IntervalName,
  mid: number,
  { time, volume }: PricedAt,
): CandleBar {
  const openTime = candleOpenTime(interval, time)
  if (bar === null || openTime > bar.openTime)
    return { openTime, open: mid, high: mid, low: mid, close: mid, volume }
  if (openTime < bar.openTime) return bar
  return {
    openTime,
    open: bar.open,
    high: mid > bar.high ? mid : bar.high,
    low: mid < bar.low ? mid : bar.low,
    close: mid,
    volume: bar.volume + volume,
  }
}

/** Adds `later` to the longer candle it falls into; starts a new one when its period has none yet. */
export function joinCandles(bar: CandleBar | null, interval: IntervalName, later: CandleBar): CandleBar {
  const openTime = candleOpenTime(interval, later.openTime)
  if (bar === null || bar.openTime !== openTime) return { ...later, openTime }
  return {
    openTime,
    open: bar.open,
    high: Math.max(bar.high, later.high),
    low: Math.min(bar.low, later.low),
    close: later.close,
    volume: bar.volume + later.volume,
  }
}
