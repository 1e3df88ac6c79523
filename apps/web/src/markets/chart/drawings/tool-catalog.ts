import { type DrawingTool, drawingTools } from '@candor/rules/markets/saved-chart.ts'

/** Points that each tool takes. */
export const pointsOf: Readonly<Record<DrawingTool, 1 | 2 | 3>> = {
  trendLine: 2,
  ray: 2,
  extendedLine: 2,
  horizontalLine: 1,
  horizontalRay: 1,
  verticalLine: 1,
  arrow: 2,
  channel: 3,
  priceChannel: 3,
  fibRetracement: 2,
  fibExtension: 3,
  rectangle: 2,
  triangle: 3,
  circle: 2,
  text: 1,
  priceLabel: 1,
  measure: 2,
  longPosition: 3,
  shortPosition: 3,
}

export const toolGroups = ['lines', 'channels', 'shapes', 'notes', 'positions'] as const
export type ToolGroup = (typeof toolGroups)[number]

const groupOf: Readonly<Record<DrawingTool, ToolGroup>> = {
  trendLine: 'lines',
  ray: 'lines',
  extendedLine: 'lines',
  horizontalLine: 'lines',
  horizontalRay: 'lines',
  verticalLine: 'lines',
  arrow: 'lines',
  channel: 'channels',
  priceChannel: 'channels',
  fibRetracement: 'channels',
  fibExtension: 'channels',
  rectangle: 'shapes',
  triangle: 'shapes',
  circle: 'shapes',
  text: 'notes',
  priceLabel: 'notes',
  measure: 'notes',
  longPosition: 'positions',
  shortPosition: 'positions',
}

export const toolsIn = (group: ToolGroup): readonly DrawingTool[] =>
  drawingTools.filter((tool) => groupOf[tool] === group)
