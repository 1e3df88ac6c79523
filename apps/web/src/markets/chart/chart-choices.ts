import type { CandleInterval } from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'

export const intervals = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '4h',
  '1d',
  '1w',
] as const satisfies CandleInterval[]
export const chartKinds = ['candles', 'line', 'area'] as const
export type ChartKind = (typeof chartKinds)[number]

/** Indicators drawn over the prices, and indicators with a pane of their own below. */
export const overlays = ['MA', 'EMA', 'BOLL'] as const
export const panes = ['VOL', 'MACD', 'RSI'] as const
export type IndicatorName = (typeof overlays)[number] | (typeof panes)[number]
export const indicatorNames: readonly IndicatorName[] = [...overlays, ...panes]

/** The last chart settings of this browser; the same for every market. */
export interface ChartChoices {
  readonly interval: CandleInterval
  readonly kind: ChartKind
  readonly indicators: readonly IndicatorName[]
}

export const defaultChoices: ChartChoices = { interval: '15m', kind: 'candles', indicators: ['MA', 'VOL'] }

/** Reads stored settings; each unknown value falls back to its default. */
export function readChoices(stored: string | null): ChartChoices {
  const given = parsed(stored)
  const interval = intervals.find((one) => one === given.interval) ?? defaultChoices.interval
  const kind = chartKinds.find((one) => one === given.kind) ?? defaultChoices.kind
  const named: readonly unknown[] | null = Array.isArray(given.indicators) ? given.indicators : null
  const indicators = named ? indicatorNames.filter((name) => named.includes(name)) : defaultChoices.indicators
  return { interval, kind, indicators }
}

function parsed(stored: string | null): Record<string, unknown> {
  if (stored === null) return {}
  try {
    const value: unknown = JSON.parse(stored)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const writeChoices = (choices: ChartChoices): string => JSON.stringify(choices)

export function toggleIndicator(choices: ChartChoices, name: IndicatorName): ChartChoices {
  const on = choices.indicators.includes(name)
  const indicators = indicatorNames.filter((one) => (one === name ? !on : choices.indicators.includes(one)))
  return { ...choices, indicators }
}

const intervalMs: Readonly<Record<CandleInterval, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': 1440 * minuteMs,
  '1w': 7 * 1440 * minuteMs,
}

export const lengthOf = (interval: CandleInterval): number => intervalMs[interval]
