import type { SavedChart } from '@candor/contract'
import { parseStored, readStored, writeStored } from '../../../session/browser-storage.ts'
import { createStore } from '../../../session/store.ts'
import { readChart } from './chart-choices.ts'

/** Markets whose charts a visitor's browser stores. */
const mostMarkets = 30

/** The last layout in this browser, without drawings: the start of a chart that was not arranged yet. */
export const lastLayout = createStore<SavedChart>(readChart(parseStored(readStored('chart'))))

/** Charts that a visitor arranged, by the code of their market, the newest last. */
export const visitorCharts = createStore<ReadonlyMap<string, SavedChart>>(readVisitorCharts())

function readVisitorCharts(): ReadonlyMap<string, SavedChart> {
  const stored = parseStored(readStored('charts'))
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  return new Map(entries.map(([code, chart]) => [code, readChart(chart)]))
}

/** Stores the layout of a chart that was arranged, for the next market. */
export function rememberLayout(chart: SavedChart): void {
  const layout = { ...chart, drawings: [], drawingsHidden: false }
  lastLayout.set(layout)
  writeStored('chart', JSON.stringify(layout))
}

/** Stores a visitor's chart in this browser. */
export function storeVisitorChart(code: string, chart: SavedChart): void {
  const others = [...visitorCharts.get()].filter(([one]) => one !== code)
  const charts = new Map([...others, [code, chart] as const].slice(-mostMarkets))
  visitorCharts.set(charts)
  writeStored('charts', JSON.stringify(Object.fromEntries(charts)))
}
