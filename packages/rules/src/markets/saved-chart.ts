/** Drawing tools of the chart. A tool that was once released keeps its name: saved charts hold it. */
export const drawingTools = [
  'trendLine',
  'ray',
  'extendedLine',
  'horizontalLine',
  'horizontalRay',
  'verticalLine',
  'arrow',
  'channel',
  'priceChannel',
  'fibRetracement',
  'fibExtension',
  'rectangle',
  'triangle',
  'circle',
  'text',
  'priceLabel',
  'measure',
  'longPosition',
  'shortPosition',
] as const
export type DrawingTool = (typeof drawingTools)[number]

/** Colours of drawings and indicators, by the name of a design token: a saved chart fits either theme. */
export const chartColors = ['accent', 'teal', 'vermilion', 'orange', 'warn', 'ink', 'ink-3'] as const
export type ChartColor = (typeof chartColors)[number]

/** Ways to draw the prices. One that was once released keeps its name, as a tool does. */
export const chartKinds = ['candles', 'hollow', 'bars', 'heikinAshi', 'line', 'area'] as const
export type ChartKind = (typeof chartKinds)[number]

export const priceScales = ['linear', 'logarithmic', 'percent'] as const
export type PriceScale = (typeof priceScales)[number]

/** Most of each that one saved chart has. */
export const savedChartLimits = {
  drawings: 50,
  pointsOfDrawing: 3,
  textLength: 80,
  indicators: 20,
  inputsOfIndicator: 6,
  linesOfIndicator: 6,
  lineWidth: 4,
} as const
