import { type IndicatorCreate, registerIndicator } from 'klinecharts'
import { type Close, type ComparedRow, comparedRows } from './compared-rows.ts'

/** The line of the other market, with its words in the legend. */
export interface ShownComparison {
  readonly closes: readonly Close[]
  readonly firstVisible: number
  /** Name of the line in the legend. */
  readonly name: string
  readonly color: string
  /** Words of the legend for one bar. */
  readonly write: (row: ComparedRow) => string
}

const name = 'candor-comparison'
let registered = false

/** Makes the line known to the chart library. */
function register(): void {
  if (registered) return
  registered = true
  registerIndicator<ComparedRow, number, ShownComparison>({
    name,
    shortName: '',
    series: 'price',
    figures: [{ key: 'compared', title: '', type: 'line' }],
    shouldUpdate: (before, now) => ({ calc: before.extendData !== now.extendData, draw: true }),
    calc: (bars, { extendData: { closes, firstVisible } }) => comparedRows(bars, closes, firstVisible),
    createTooltipDataSource: ({ indicator: { result, extendData }, crosshair }) => {
      const row = result[crosshair.dataIndex ?? result.length - 1] ?? {}
      const { name: title, color, write } = extendData as ShownComparison
      return {
        name: '',
        calcParamsText: '',
        features: [],
        legends: [{ title: { text: `${title} `, color }, value: { text: write(row), color } }],
      }
    },
  })
}

/** Returns the line of the other market as the library draws it. */
export function comparisonLine(shown: ShownComparison): IndicatorCreate {
  register()
  const line = { style: 'solid' as const, smooth: false, size: 2, dashedValue: [2, 2], color: shown.color }
  return { name, extendData: shown, styles: { lines: [line] } }
}
