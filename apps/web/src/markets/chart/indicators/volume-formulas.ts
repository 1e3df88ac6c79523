import { dayMs } from '@candor/rules/time-units.ts'
import type { Lines } from './price-formulas.ts'
import { combine, type PriceBar, total } from './series.ts'

const typical = ({ high, low, close }: PriceBar): number => (high + low + close) / 3

/** Volume-weighted average price since the start of the day in UTC: the sum of typical price × volume over the sum of volumes. */
export function volumeWeightedPrice(bars: readonly PriceBar[]): Lines {
  let day = Number.NaN
  let [money, volume] = [0, 0]
  const vwap = bars.map((bar) => {
    const today = Math.floor(bar.timestamp / dayMs)
    if (today !== day) [day, money, volume] = [today, 0, 0]
    money += typical(bar) * (bar.volume ?? 0)
    volume += bar.volume ?? 0
    return volume === 0 ? typical(bar) : money / volume
  })
  return { vwap }
}

/**
 * Money flow index: a relative strength of typical price × volume, of candles whose typical price rose or fell (Quong and Soudack, 1989).
 */
export function moneyFlow(bars: readonly PriceBar[], [length = 14]: readonly number[]): Lines {
  const flow = (side: 1 | -1) =>
    bars.map((bar, at) => {
      const before = bars[at - 1]
      if (before === undefined) return null
      return Math.sign(typical(bar) - typical(before)) === side ? typical(bar) * (bar.volume ?? 0) : 0
    })
  const index = (rising: number, falling: number) =>
    rising === 0 && falling === 0 ? 50 : (rising / (rising + falling)) * 100
  return { mfi: combine(total(flow(1), length), total(flow(-1), length), index) }
}

/** Chaikin money flow: volume weighted by where in its range each candle closed, from −1 to 1 (Marc Chaikin). */
export function chaikinFlow(bars: readonly PriceBar[], [length = 20]: readonly number[]): Lines {
  const flows = bars.map(({ high, low, close, volume = 0 }) =>
    high === low ? 0 : ((2 * close - high - low) / (high - low)) * volume,
  )
  const volumes = bars.map(({ volume = 0 }) => volume)
  const share = (flow: number, volume: number) => (volume === 0 ? 0 : flow / volume)
  return { cmf: combine(total(flows, length), total(volumes, length), share) }
}
