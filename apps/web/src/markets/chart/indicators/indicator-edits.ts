import type { SavedIndicator } from '@candor/contract'
import { type ChartColor, savedChartLimits } from '@candor/rules/markets/saved-chart.ts'
import type { ChartEdit } from '../state/chart-choices.ts'
import { type IndicatorName, usualIndicator } from './indicator-catalog.ts'

const withIndicators =
  (edit: (indicators: readonly SavedIndicator[]) => SavedIndicator[]): ChartEdit =>
  (chart) => ({ ...chart, indicators: edit(chart.indicators) })

/** Adds an indicator, as many as a chart holds. */
export const addIndicator = (name: IndicatorName): ChartEdit =>
  withIndicators((indicators) => [...indicators, usualIndicator(name)].slice(0, savedChartLimits.indicators))

export const removeIndicator = (at: number): ChartEdit =>
  withIndicators((indicators) => indicators.filter((_, index) => index !== at))

const changeAt = (at: number, edit: (indicator: SavedIndicator) => SavedIndicator): ChartEdit =>
  withIndicators((indicators) =>
    indicators.map((indicator, index) => (index === at ? edit(indicator) : indicator)),
  )

export const changeInputs = (at: number, inputs: readonly number[]): ChartEdit =>
  changeAt(at, (indicator) => ({ ...indicator, inputs: [...inputs] }))

/** Colours one line; the lines before it keep the colours they have, which are `shown`. */
export const changeColor = (
  at: number,
  line: number,
  color: ChartColor,
  shown: readonly ChartColor[],
): ChartEdit =>
  changeAt(at, (indicator) => ({
    ...indicator,
    colors: shown.map((one, index) => (index === line ? color : one)),
  }))
