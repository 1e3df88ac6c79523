import type { Candle, CandleInterval } from '@candor/contract'
import { lengthOf } from './state/chart-choices.ts'

export interface Bar {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export const barOf = ([timestamp, open, high, low, close, volume]: Candle): Bar => ({
  timestamp,
  open,
  high,
  low,
  close,
  volume,
})

const mondayMs = 4 * 86_400_000 // 1 January 1970 was a Thursday; weeks begin on the Monday after.

/** The time at which the candle that holds `timeMs` opens, in UTC. */
export function openTimeOf(timeMs: number, interval: CandleInterval): number {
  const length = lengthOf(interval)
  const origin = interval === '1w' ? mondayMs : 0
  return Math.floor((timeMs - origin) / length) * length + origin
}

/**
 * The bar after one more price: the forming one stretched, or a new one that opens at it.
 * Null when the price is older than the forming bar: a late print does not rewrite a chart.
 */
export function foldPrice(
  last: Bar | null,
  price: number,
  timeMs: number,
  interval: CandleInterval,
): Bar | null {
  const timestamp = openTimeOf(timeMs, interval)
  if (last === null || timestamp > last.timestamp)
    return { timestamp, open: price, high: price, low: price, close: price, volume: 0 }
  if (timestamp < last.timestamp) return null
  return {
    ...last,
    high: Math.max(last.high, price),
    low: Math.min(last.low, price),
    close: price,
  }
}
