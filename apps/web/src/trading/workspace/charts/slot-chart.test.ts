import type { SavedChart } from '@candor/contract'
import { expect, it } from 'vitest'
import { type ChartEdit, usualChart } from '../../../markets/chart/state/chart-choices.ts'
import { withInterval } from './slot-chart.ts'

/** A chart with an interval of its own, with what was changed of it and of the market's chart. */
function slotChart(interval: SavedChart['interval'] | null) {
  const changed: { interval: string | null; chart: SavedChart | null } = { interval: null, chart: null }
  const change = (edit: ChartEdit) => {
    changed.chart = edit(usualChart)
  }
  const shown = withInterval({ chart: usualChart, change }, interval, (chosen) => {
    changed.interval = chosen
  })
  return { shown, changed }
}

it('I15.7b: a chart among several has an interval of its own, which its market’s chart does not take over', () => {
  const { shown, changed } = slotChart('4h')
  expect(shown.chart).toEqual({ ...usualChart, interval: '4h' })
  shown.change((now) => ({ ...now, interval: '1m' }))
  expect(changed).toEqual({ interval: '1m', chart: null })
  expect(slotChart(null).shown.chart.interval).toBe(usualChart.interval)
})

it('I15.7b: everything else of the chart is changed for the market', () => {
  const { shown, changed } = slotChart('4h')
  shown.change((now) => ({ ...now, kind: 'line' }))
  expect(changed).toEqual({ interval: null, chart: { ...usualChart, kind: 'line' } })
})
