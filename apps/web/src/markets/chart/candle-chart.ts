import type { CandleInterval } from '@candor/contract'
import { type Chart, dispose, init, type Period, registerLocale, utils } from 'klinecharts'
import { CandleFeed, type CandleSource } from './candle-feed.ts'
import { type ChartChoices, type IndicatorName, indicatorNames, overlays } from './chart-choices.ts'
import { bigNumbers, type ChartLanguage, dateFormatter, decimalMark, localeOf } from './chart-language.ts'
import { axisTextSize, type ChartColors, chartStyles } from './chart-styles.ts'
import { type ChartLine, createLevels, type LevelDrop } from './level-lines.ts'

export interface ChartSetup extends CandleSource {
  readonly language: ChartLanguage
  /** Called when a line was dragged to another price and released. */
  readonly onDrop: LevelDrop
  readonly narrow: boolean
}

export interface CandleChart {
  show(market: { readonly code: string; readonly digits: number }, choices: ChartChoices): void
  dress(colors: ChartColors, choices: ChartChoices): void
  price(price: number, timeMs: number): void
  lines(lines: readonly ChartLine[]): void
  toLatest(): void
  reload(): void
  dispose(): void
}

const mainPane = 'candle_pane'
const periods: Readonly<Record<CandleInterval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}

/** A time at the edge of the axis would be cut off; the one before it is shown in full. */
const fits = (middle: number, text: string, width: number): boolean => {
  const half = utils.calcTextWidth(text, axisTextSize) / 2
  return middle >= half && middle + half <= width
}

/** Draws one market's candles with klinecharts; the page reaches the library only through this function (ADR-050). */
export function createCandleChart(place: HTMLElement, setup: ChartSetup): CandleChart | null {
  registerLocale('reader', localeOf(setup.language.words))
  const chart = init(place, {
    locale: 'reader',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    formatter: {
      formatDate: dateFormatter(setup.language.tag),
      formatBigNumber: bigNumbers(setup.language.tag),
    },
    thousandsSeparator: { sign: '', format: decimalMark(setup.language.tag) },
    hotkey: { enabled: false },
  })
  if (chart === null) return null
  // The library makes its box the first stop of the Tab key, for keys that are switched off here.
  for (const box of place.querySelectorAll<HTMLElement>('[tabindex]')) box.tabIndex = -1
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) =>
      defaultTicks.filter(({ coord, text }) => fits(coord, text, bounding.width)),
  })
  chart.setOffsetRightDistance(setup.narrow ? 24 : 56)
  return steer(chart, setup)
}

function steer(chart: Chart, setup: ChartSetup): CandleChart {
  const feed = new CandleFeed(setup, () => chart.resetData())
  let code = ''
  let interval: CandleInterval | null = null
  const show: CandleChart['show'] = (market, choices) => {
    applyIndicators(chart, choices.indicators, setup.language.words.volume)
    if (market.code === code && choices.interval === interval) return
    const first = interval === null
    feed.restart()
    if (market.code !== code) {
      code = market.code
      feed.showMarket(code)
      chart.setSymbol({ ticker: code, pricePrecision: market.digits, volumePrecision: 2 })
    }
    if (choices.interval !== interval) {
      interval = choices.interval
      feed.showInterval(interval)
      chart.setPeriod(periods[interval])
    }
    if (first) chart.setDataLoader(feed.loader)
  }
  return {
    show,
    dress: (colors, choices) => chart.setStyles(chartStyles(colors, choices.kind, setup.narrow)),
    price: (price, timeMs) => feed.price(price, timeMs),
    lines: createLevels(chart, setup.onDrop),
    toLatest: () => chart.scrollToRealTime(160),
    reload: () => chart.resetData(),
    dispose: () => {
      feed.stop()
      dispose(chart)
    },
  }
}

/** Averages and bands are drawn over the prices; the others get a pane of their own. */
function applyIndicators(chart: Chart, wanted: readonly IndicatorName[], volume: string): void {
  for (const name of indicatorNames) {
    const shown = chart.getIndicators({ name }).length > 0
    if (shown && !wanted.includes(name)) chart.removeIndicator({ name })
    if (shown || !wanted.includes(name)) continue
    if ((overlays as readonly string[]).includes(name))
      chart.createIndicator({ name, paneId: mainPane, ...params[name] }, true)
    else {
      const paneId = `pane_${name}`
      chart.createIndicator({ name, paneId, ...params[name] })
      chart.setPaneOptions({ id: paneId, height: 76, minHeight: 48 })
    }
  }
  sayVolume(chart, volume)
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

/** Fewer lines than the library's defaults, for readability. */
const params: Readonly<Partial<Record<IndicatorName, { calcParams: number[] }>>> = {
  MA: { calcParams: [10, 30] },
  EMA: { calcParams: [12, 26] },
  VOL: { calcParams: [] },
  RSI: { calcParams: [14] },
}
