import type { SavedIndicator } from '@candor/contract'

/** Indicators drawn over the prices, and indicators with a pane of their own below. */
export const overlays = ['MA', 'EMA', 'BOLL'] as const
const panes = ['VOL', 'MACD', 'RSI'] as const
export type IndicatorName = (typeof overlays)[number] | (typeof panes)[number]
export const indicatorNames: readonly IndicatorName[] = [...overlays, ...panes]

/** Fewer lines than the library's defaults, for readability. */
export const usualInputs: Readonly<Partial<Record<IndicatorName, readonly number[]>>> = {
  MA: [10, 30],
  EMA: [12, 26],
  VOL: [],
  RSI: [14],
}

/** Switches an indicator on or off. */
export function toggleIndicator(
  indicators: readonly SavedIndicator[],
  name: IndicatorName,
): SavedIndicator[] {
  const others = indicators.filter((one) => one.name !== name)
  if (others.length < indicators.length) return others
  return [...indicators, { name, inputs: [...(usualInputs[name] ?? [])], colors: [] }]
}
