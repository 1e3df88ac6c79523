import type { SavedIndicator } from '@candor/contract'
import type { Chart } from 'klinecharts'
import { type IndicatorName, indicatorNames, overlays, usualInputs } from './usual-indicators.ts'

/** The library's name of the pane with the prices. */
export const mainPane = 'candle_pane'

/** Averages and bands are drawn over the prices; the others get a pane of their own. */
export function showIndicators(chart: Chart, wanted: readonly SavedIndicator[], volume: string): void {
  for (const name of indicatorNames) {
    const shown = chart.getIndicators({ name }).length > 0
    const chosen = wanted.find((one) => one.name === name)
    if (shown && chosen === undefined) chart.removeIndicator({ name })
    if (!shown && chosen !== undefined) addIndicator(chart, name, chosen.inputs)
  }
  sayVolume(chart, volume)
}

function addIndicator(chart: Chart, name: IndicatorName, chosen: readonly number[]): void {
  const inputs = chosen.length > 0 ? chosen : usualInputs[name]
  const created = inputs === undefined ? { name } : { name, calcParams: [...inputs] }
  if (overlays.some((one) => one === name)) {
    chart.createIndicator({ ...created, paneId: mainPane }, true)
    return
  }
  const paneId = `pane_${name}`
  chart.createIndicator({ ...created, paneId })
  chart.setPaneOptions({ id: paneId, height: 76, minHeight: 48 })
}

/** Translates the label of volumes, which the library has in English only. */
function sayVolume(chart: Chart, word: string): void {
  for (const { figures } of chart.getIndicators({ name: 'VOL' }))
    chart.overrideIndicator({
      name: 'VOL',
      shortName: word,
      regenerateFigures: null,
      figures: figures.map((figure) => (figure.key === 'volume' ? { ...figure, title: '' } : figure)),
    })
}
