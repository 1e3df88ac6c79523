import type { Bar } from '../live-candle.ts'

type Prices = Pick<Bar, 'open' | 'high' | 'low' | 'close'>

/**
 * Averages candles as Heikin-Ashi does: the close is the mean of the candle's four prices, the open the mean of the average before it, and
 * high and low reach over both. For display only: none of these prices was ever quoted.
 */
export function heikinAshi(bars: readonly Prices[]): Prices[] {
  let before: Prices | null = null
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4
    const open = before === null ? (bar.open + bar.close) / 2 : (before.open + before.close) / 2
    before = { open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close }
    return before
  })
}
