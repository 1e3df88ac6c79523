import type { Candle, CandleInterval } from '@candor/contract'
import { intervalMs, intervalNames } from '@candor/rules/markets/candle.ts'

export interface TradeWindow {
  readonly interval: CandleInterval
  /** Epoch ms. */
  readonly from: number
  readonly to: number
}

/** Candles that a small drawing shows well. */
const most = 120

/**
 * Chooses the candles that show a trade from its opening to its closing with some time around it, in the shortest interval that fits.
 * `around` is how many are shown before and after it, at least.
 */
export function tradeWindow(openedAt: number, closedAt: number, around = 15): TradeWindow {
  const length = closedAt - openedAt
  const interval = intervalNames.find((name) => length / intervalMs[name] <= most - 2 * around) ?? '1w'
  const margin = Math.max(around * intervalMs[interval], length / 4)
  return { interval, from: Math.floor(openedAt - margin), to: Math.ceil(closedAt + margin) }
}

/** Points of a line through candles, as epoch ms and price: each from its opening at its start to its closing at its end. */
export const linePoints = (
  candles: readonly Candle[],
  interval: CandleInterval,
): readonly (readonly [at: number, price: number])[] =>
  candles.flatMap(([start, open, , , close]) => [
    [start, open] as const,
    [start + intervalMs[interval], close] as const,
  ])
