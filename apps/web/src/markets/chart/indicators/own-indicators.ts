import { type IndicatorTemplate, registerIndicator } from 'klinecharts'
import type { IndicatorName } from './indicator-catalog.ts'
import {
  aroon,
  averageTrueRange,
  donchianChannel,
  hullAverage,
  ichimoku,
  keltnerChannel,
  type Lines,
  relativeStrength,
  stochastic,
  supertrend,
  weightedAverage,
} from './price-formulas.ts'
import type { PriceBar } from './series.ts'
import { ownName } from './show-indicators.ts'
import { chaikinFlow, moneyFlow, volumeWeightedPrice } from './volume-formulas.ts'

interface OwnIndicator {
  readonly compute: (bars: readonly PriceBar[], inputs: readonly number[]) => Lines
  /** Keys of the lines in their order, each with its title in the legend. */
  readonly titles: Readonly<Record<string, string>>
  /** In units of the price, or of its own with so many decimals. */
  readonly digits: 'price' | number
}

const band = { upper: 'U', middle: 'M', lower: 'L' }

/** The indicators that are computed here, by the name that a saved chart holds. */
export const ownIndicators: Readonly<Partial<Record<IndicatorName, OwnIndicator>>> = {
  WMA: { compute: weightedAverage, titles: { wma: 'WMA' }, digits: 'price' },
  HMA: { compute: hullAverage, titles: { hma: 'HMA' }, digits: 'price' },
  VWAP: { compute: volumeWeightedPrice, titles: { vwap: 'VWAP' }, digits: 'price' },
  KC: { compute: keltnerChannel, titles: band, digits: 'price' },
  DC: { compute: donchianChannel, titles: band, digits: 'price' },
  ICHIMOKU: {
    compute: ichimoku,
    titles: { conversion: 'T', base: 'K', spanA: 'A', spanB: 'B', lagging: 'C' },
    digits: 'price',
  },
  SUPERTREND: { compute: supertrend, titles: { up: '↑', down: '↓' }, digits: 'price' },
  MFI: { compute: moneyFlow, titles: { mfi: 'MFI' }, digits: 2 },
  CMF: { compute: chaikinFlow, titles: { cmf: 'CMF' }, digits: 3 },
  RSI: { compute: relativeStrength, titles: { rsi: 'RSI' }, digits: 2 },
  STOCH: { compute: stochastic, titles: { k: '%K', d: '%D' }, digits: 2 },
  AROON: { compute: aroon, titles: { up: '↑', down: '↓' }, digits: 2 },
  ATR: { compute: averageTrueRange, titles: { atr: 'ATR' }, digits: 'price' },
}

/** Values of one candle by the key of their line; a line without one there has no key. */
type Row = Readonly<Record<string, number>>

function rowsOf(lines: Lines, count: number): Row[] {
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(
      Object.entries(lines).flatMap(([key, series]) => {
        const value = series[at] ?? null
        return value === null ? [] : [[key, value]]
      }),
    ),
  )
}

const templateOf = (
  name: string,
  { compute, titles, digits }: OwnIndicator,
): IndicatorTemplate<Row, number> => ({
  name: ownName(name),
  shortName: name,
  ...(digits === 'price' ? { series: 'price' } : { precision: digits }),
  figures: Object.entries(titles).map(([key, title]) => ({ key, title: `${title}: `, type: 'line' })),
  calc: (bars, { calcParams }) => rowsOf(compute(bars, calcParams), bars.length),
})

let registered = false
/** Makes our own indicators known to the chart library. */
export function registerOwnIndicators(): void {
  if (registered) return
  registered = true
  for (const [name, indicator] of Object.entries(ownIndicators))
    registerIndicator(templateOf(name, indicator))
}
