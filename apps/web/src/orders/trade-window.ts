import type { CandleInterval } from '@candor/contract'
import { intervalMs, intervalNames } from '@candor/rules/markets/candle.ts'

export interface TradeWindow {
  readonly interval: CandleInterval
  /** Epoch ms. */
  readonly from: number
  readonly to: number
}

/** Candles that a small drawing shows well. */
const most = 120
/** Candles shown before the opening and after the closing, at least. */
const around = 15

/** Chooses the candles that show a trade from its opening to its closing with some time around it, in the shortest interval that fits. */
export function tradeWindow(openedAt: number, closedAt: number): TradeWindow {
  const length = closedAt - openedAt
  const interval = intervalNames.find((name) => length / intervalMs[name] <= most - 2 * around) ?? '1w'
  const margin = Math.max(around * intervalMs[interval], length / 4)
  return { interval, from: Math.floor(openedAt - margin), to: Math.ceil(closedAt + margin) }
}
