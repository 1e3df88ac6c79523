import { type IndicatorCreate, type IndicatorDrawParams, registerIndicator } from 'klinecharts'
import { type ChartLanguage, decimalMark } from '../chart-language.ts'
import type { ChartColors } from '../chart-styles.ts'
import { heikinAshi } from './heikin-ashi.ts'

type Averaged = ReturnType<typeof heikinAshi>[number]

export interface AveragedLook {
  readonly language: ChartLanguage
  readonly colors: ChartColors
}

const name = 'candor-heikin-ashi'
let registered = false

/** Makes the candles known to the chart library: drawn over the prices, which stay the data of everything else on the chart. */
function register(): void {
  if (registered) return
  registered = true
  registerIndicator<Averaged, number, AveragedLook>({
    name,
    shortName: '',
    series: 'price',
    zLevel: -1,
    // Without a type they are not drawn as lines; the price axis reaches over them all the same.
    figures: [{ key: 'high' }, { key: 'low' }],
    calc: heikinAshi,
    draw: drawCandles,
    createTooltipDataSource: ({ indicator: { result, extendData, precision }, crosshair }) => {
      const row = result[crosshair.dataIndex ?? result.length - 1] as Averaged | undefined
      const { words, tag } = (extendData as AveragedLook).language
      const write = decimalMark(tag)
      const legend = (key: keyof Averaged) => ({
        title: `${words[key]} `,
        value: row === undefined ? '–' : write(row[key].toFixed(precision)),
      })
      return {
        // The name tells these values from the quoted ones in the row above.
        name: words.heikinAshi,
        calcParamsText: '',
        features: [],
        legends: [legend('open'), legend('high'), legend('low'), legend('close')],
      }
    },
  })
}

function drawCandles({
  ctx,
  chart,
  indicator: { result, extendData },
  xAxis,
  yAxis,
}: IndicatorDrawParams<Averaged, number, AveragedLook>): boolean {
  const { gapBar: width } = chart.getBarSpace()
  const { from, to } = chart.getVisibleRange()
  const { up, down, ink3 } = extendData.colors
  for (let at = from; at < Math.min(to, result.length); at += 1) {
    const row = result[at]
    if (row === undefined) continue
    const [open, high, low, close] = [row.open, row.high, row.low, row.close].map((price) =>
      Math.round(yAxis.convertToPixel(price)),
    ) as [number, number, number, number]
    const middle = Math.round(xAxis.convertToPixel(at))
    const left = middle - Math.floor(width / 2)
    ctx.fillStyle = row.close > row.open ? up : row.close < row.open ? down : ink3
    ctx.fillRect(middle, high, 1, Math.max(low - high, 1))
    ctx.fillRect(
      left,
      Math.min(open, close),
      Math.max(Math.floor(width), 1),
      Math.max(Math.abs(open - close), 1),
    )
  }
  return true
}

/** Returns Heikin-Ashi candles as the library draws them. */
export function averagedCandles(look: AveragedLook): IndicatorCreate {
  register()
  return { name, extendData: look }
}
