import { withTexts } from '../../session/language/shown-language.ts'

// Loaded with the first drawing or its first tool: a market page without drawings has none of it.
export const loadDrawings = withTexts(() => import('./drawings/drawings.ts'))

// Loaded when the settings are opened.
export const loadSettings = withTexts(() => import('./settings/settings.ts'))

// Loaded with the first indicator that the chart library does not have, or with the list of all.
export const loadIndicators = withTexts(() => import('./indicators/indicators.ts'))

// Loaded when another market is drawn into the chart.
export const loadComparison = withTexts(() => import('./comparison/comparison.ts'))

// Loaded with the customer's first trade in a market, or with the list of them.
export const loadTrades = withTexts(() => import('./trades/trades.ts'))
