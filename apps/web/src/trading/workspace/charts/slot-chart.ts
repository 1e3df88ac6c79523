import type { CandleInterval, SavedChart } from '@candor/contract'
import type { MarketChart } from '../../../markets/chart/state/use-market-chart.ts'

/**
 * Gives a market's chart an interval of its own among several: choosing another one changes it here only, and everything else is
 * changed for the market.
 */
export function withInterval(
  { chart, change }: MarketChart,
  own: CandleInterval | null,
  onInterval: (interval: CandleInterval) => void,
): MarketChart {
  const shown: SavedChart = { ...chart, interval: own ?? chart.interval }
  return {
    chart: shown,
    change: (edit) => {
      const edited = edit(shown)
      if (edited.interval !== shown.interval) onInterval(edited.interval)
      if (!isSame({ ...edited, interval: shown.interval }, shown))
        change((now) => ({ ...edit({ ...now, interval: shown.interval }), interval: now.interval }))
    },
  }
}

function isSame(one: SavedChart, other: SavedChart): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof SavedChart>
  return [...keys].every((key) => one[key] === other[key])
}
