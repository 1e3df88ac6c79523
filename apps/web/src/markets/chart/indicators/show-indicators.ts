import type { SavedIndicator } from '@candor/contract'
import type { Chart, IndicatorCreate } from 'klinecharts'
import type { ChartColors } from '../chart-styles.ts'
import { type IndicatorName, inputsOf, isIndicator, kindOf, lineColor } from './indicator-catalog.ts'

/** The library's name of the pane with the prices. */
export const mainPane = 'candle_pane'

/** Name under which the library knows an indicator that is computed here; it has some of the same name. */
export const ownName = (name: string): string => `candor-${name}`

/** An indicator as the library draws it; the same name can be there more than once. */
interface ShownIndicator {
  readonly id: string
  readonly name: IndicatorName
  readonly create: IndicatorCreate
}

/** Shows exactly these indicators. The code of those that are computed here must be loaded. */
export function showIndicators(
  chart: Chart,
  wanted: readonly SavedIndicator[],
  {
    colors,
    small,
    volume,
  }: { readonly colors: ChartColors; readonly small: boolean; readonly volume: string },
): void {
  const shown = wanted.flatMap((saved, at) => {
    const before = wanted.slice(0, at).filter(({ name }) => name === saved.name).length
    return isIndicator(saved.name) ? [toShown(saved.name, saved, before, colors)] : []
  })
  const ids = new Set(shown.map(({ id }) => id))
  for (const { id } of chart.getIndicators())
    if (!apart.has(id) && !ids.has(id)) chart.removeIndicator({ id })
  for (const { id, name, create } of shown) {
    if (chart.getIndicators({ id }).length > 0) chart.overrideIndicator(create)
    else add(chart, name, create, paneHeights(small, colors.text))
  }
  translateVolume(chart, volume)
}

const comparisonId = 'comparison'
const averagedId = 'heikin-ashi'
/** Drawn as the library draws indicators, but none of the reader's. */
const apart: ReadonlySet<string> = new Set([comparisonId, averagedId])

/** Draws the line of another market over the prices, or takes it away. `onLegend` is called where the legend has another height. */
export function showComparison(chart: Chart, line: IndicatorCreate | null, onLegend: () => void): void {
  if (showOver(chart, comparisonId, line)) onLegend()
}

/** Draws averaged candles in place of the prices, or takes them away. */
export function showAveraged(chart: Chart, candles: IndicatorCreate | null): void {
  showOver(chart, averagedId, candles)
}

/** Draws something over the prices, or takes it away; returns true where it was added or removed. */
function showOver(chart: Chart, id: string, shown: IndicatorCreate | null): boolean {
  const isThere = chart.getIndicators({ id }).length > 0
  if (shown === null) chart.removeIndicator({ id })
  else if (isThere) chart.overrideIndicator({ ...shown, id })
  else chart.createIndicator({ ...shown, id, paneId: mainPane }, true)
  return isThere === (shown === null)
}

function toShown(
  name: IndicatorName,
  { inputs, colors: chosen }: SavedIndicator,
  before: number,
  colors: ChartColors,
): ShownIndicator {
  const kind = kindOf(name)
  // Counted by name: removing one changes no id of the others, whose panes stay.
  const id = `${name}-${before}`
  const lines = Array.from({ length: kind.lines }, (_, line) => ({
    style: 'solid' as const,
    smooth: false,
    size: 1,
    dashedValue: [2, 2],
    color: colors.named[lineColor(chosen, line)],
  }))
  const create: IndicatorCreate = {
    name: kind.own === true ? ownName(name) : name,
    id,
    calcParams: inputsOf(name, inputs),
    ...(lines.length > 0 && { styles: { lines } }),
  }
  return { id, name, create }
}

interface PaneHeights {
  readonly height: number
  readonly minHeight: number
}

/** Heights in px of a pane below the prices, which grow with the letters. */
function paneHeights(small: boolean, textSize: number): PaneHeights {
  const scale = textSize / 11
  const [height, minHeight] = small ? [40, 32] : [76, 48]
  return { height: Math.round(height * scale), minHeight: Math.round(minHeight * scale) }
}

/** Averages and bands are drawn over the prices; the others get a pane of their own. */
function add(chart: Chart, name: IndicatorName, create: IndicatorCreate, heights: PaneHeights): void {
  if (kindOf(name).pane === 'prices') {
    chart.createIndicator({ ...create, paneId: mainPane }, true)
    return
  }
  const paneId = `pane_${create.id}`
  chart.createIndicator({ ...create, paneId })
  chart.setPaneOptions({ id: paneId, ...heights })
}

/** Translates the label of volumes, which the library has in English only. */
function translateVolume(chart: Chart, word: string): void {
  for (const { id, figures } of chart.getIndicators({ name: 'VOL' }))
    chart.overrideIndicator({
      name: 'VOL',
      id,
      shortName: word,
      regenerateFigures: null,
      figures: figures.map((figure) => (figure.key === 'volume' ? { ...figure, title: '' } : figure)),
    })
}
