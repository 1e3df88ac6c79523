import type { CandleInterval, SavedChart, SavedDrawing, SavedIndicator } from '@candor/contract'
import {
  chartColors,
  chartKinds,
  drawingTools,
  priceScales,
  savedChartLimits,
} from '@candor/rules/markets/saved-chart.ts'
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

/** The chart of a market that its reader has not arranged. */
export const usualChart: SavedChart = {
  interval: '15m',
  kind: 'candles',
  scale: 'linear',
  timeZone: '',
  indicators: [
    { name: 'MA', inputs: [10, 30], colors: [] },
    { name: 'VOL', inputs: [], colors: [] },
  ],
  drawings: [],
  drawingsHidden: false,
}

/** A change of a chart. If a newer chart arrives later, the change is applied to it again. */
export type ChartEdit = (chart: SavedChart) => SavedChart

type Stored = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Stored => typeof value === 'object' && value !== null
const oneOf = <T>(list: readonly T[], value: unknown): T | null => list.find((one) => one === value) ?? null
const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => Number.isFinite(one)) : []
const colorsIn = (value: unknown) =>
  Array.isArray(value) ? value.flatMap((one) => oneOf(chartColors, one) ?? []) : []

/** Reads a chart that this browser stored; each unknown value falls back to the usual one. */
export function readChart(stored: unknown): SavedChart {
  const given = isRecord(stored) ? stored : {}
  const { indicators, drawings } = savedChartLimits
  return {
    interval: oneOf(intervals, given.interval) ?? usualChart.interval,
    kind: oneOf(chartKinds, given.kind) ?? usualChart.kind,
    scale: oneOf(priceScales, given.scale) ?? usualChart.scale,
    timeZone: typeof given.timeZone === 'string' ? given.timeZone : '',
    indicators: Array.isArray(given.indicators)
      ? given.indicators.flatMap(readIndicator).slice(0, indicators)
      : usualChart.indicators,
    drawings: Array.isArray(given.drawings) ? given.drawings.flatMap(readDrawing).slice(0, drawings) : [],
    drawingsHidden: given.drawingsHidden === true,
    ...(given.tradesHidden === true ? { tradesHidden: true } : {}),
    ...(typeof given.compare === 'string' ? { compare: given.compare } : {}),
  }
}

/** An earlier version stored the name alone. */
function readIndicator(stored: unknown): SavedIndicator[] {
  if (typeof stored === 'string') return [{ name: stored, inputs: [], colors: [] }]
  if (!isRecord(stored) || typeof stored.name !== 'string') return []
  return [{ name: stored.name, inputs: numbersIn(stored.inputs), colors: colorsIn(stored.colors) }]
}

function readDrawing(stored: unknown): SavedDrawing[] {
  if (!isRecord(stored) || typeof stored.id !== 'string' || !Array.isArray(stored.points)) return []
  const tool = oneOf(drawingTools, stored.tool)
  const points = stored.points.flatMap((point) => {
    const [at, price] = isRecord(point) ? numbersIn([point.at, point.price]) : []
    return at === undefined || price === undefined ? [] : [{ at, price }]
  })
  if (tool === null || points.length !== stored.points.length || points.length === 0) return []
  return [
    {
      id: stored.id,
      tool,
      points,
      color: oneOf(chartColors, stored.color) ?? 'accent',
      width: oneOf([1, 2, 3, 4], stored.width) ?? 1,
      locked: stored.locked === true,
      text: typeof stored.text === 'string' ? stored.text : '',
    },
  ]
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
