import { chartColors, chartKinds, drawingTools, priceScales, savedChartLimits } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'
import { isoTime } from '../fields.ts'
import { candleIntervals } from './markets.ts'

const own = '/swx/customer/user'
const limits = savedChartLimits
const chartColor = z.enum(chartColors)
/** The last moment a date can name. */
const lastMoment = 8_640_000_000_000_000

/** A place on a chart. The price is for drawing only. */
export const chartPoint = z.object({
  at: z.number().int().min(0).max(lastMoment),
  price: z.number().min(-1_000_000_000).max(1_000_000_000),
})
export type ChartPoint = z.infer<typeof chartPoint>

export const savedDrawing = z.object({
  id: z.string().min(1).max(24),
  tool: z.enum(drawingTools),
  points: z.array(chartPoint).min(1).max(limits.pointsOfDrawing),
  color: chartColor,
  width: z.number().int().min(1).max(limits.lineWidth),
  locked: z.boolean(),
  /** Empty for every tool but the text. */
  text: z.string().max(limits.textLength),
})
export type SavedDrawing = z.infer<typeof savedDrawing>

export const savedIndicator = z.object({
  name: z.string().regex(/^[A-Za-z]{1,20}$/),
  inputs: z.array(z.number().min(0).max(10_000)).max(limits.inputsOfIndicator),
  /** Of its lines; those without one have the chart's own. */
  colors: z.array(chartColor).max(limits.linesOfIndicator),
})
export type SavedIndicator = z.infer<typeof savedIndicator>

/** The chart of one market as a customer arranged it. */
export const savedChart = z.object({
  interval: z.enum(candleIntervals),
  kind: z.enum(chartKinds),
  scale: z.enum(priceScales),
  /** An IANA time zone; empty: that of the device. */
  timeZone: z.string().regex(/^[A-Za-z0-9_+/-]{0,64}$/),
  indicators: z.array(savedIndicator).max(limits.indicators),
  drawings: z.array(savedDrawing).max(limits.drawings),
  drawingsHidden: z.boolean(),
  /** Absent: the customer's own trades are marked. */
  tradesHidden: z.boolean().optional(),
  /** Code of the market that is drawn into the chart; absent: none. */
  compare: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,20}$/)
    .optional(),
})
export type SavedChart = z.infer<typeof savedChart>

export const savedChartsCalls = {
  listCharts: call({
    method: 'GET',
    path: `${own}/listCharts`,
    summary: 'The charts that the customer arranged, or that of one market: drawings, indicators, layout',
    access: 'customer',
    input: z.object({ code: z.string().max(20).optional() }),
    result: z.array(z.object({ code: z.string(), chart: savedChart, savedAt: isoTime })),
  }),
  saveChart: call({
    method: 'POST',
    path: `${own}/saveChart`,
    summary: 'Saves the chart of one market; the last save counts, and no other market changes',
    access: 'customer',
    input: z.object({ code: z.string().max(20), chart: savedChart }),
    result: z.object({ savedAt: isoTime }),
  }),
} as const
