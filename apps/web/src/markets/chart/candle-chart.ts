import type { CandleInterval, SavedChart } from '@candor/contract'
import type { PriceScale } from '@candor/rules/markets/saved-chart.ts'
import {
  type Chart,
  dispose,
  type IndicatorCreate,
  init,
  type Period,
  registerLocale,
  utils,
} from 'klinecharts'
import { type WriteMoment, withDates } from './axis-ticks.ts'
import { CandleFeed, type CandleSource } from './candle-feed.ts'
import {
  bigNumbers,
  type ChartLanguage,
  dateFormatter,
  decimalMark,
  deviceZone,
  localeOf,
  zoneOf,
} from './chart-language.ts'
import { type ChartColors, chartStyles } from './chart-styles.ts'
import { mainPane, showAveraged, showComparison, showIndicators } from './indicators/show-indicators.ts'
import { type AveragedLook, averagedCandles } from './kinds/averaged-candles.ts'
import { createLevels, type LevelLines } from './level-lines.ts'
import { type Grip, leaveSwipesToPage } from './page-swipe.ts'
import { type PointedMoment, pointedMoment } from './pointed-moment.ts'

export interface ChartSetup extends CandleSource {
  readonly language: ChartLanguage
  readonly narrow: boolean
  /** One of several on the page, with little room for legends. */
  readonly small: boolean
}

export interface CandleChart {
  /** The chart of the library, for what is drawn on it in other files of this folder. */
  readonly library: Chart
  readonly grip: Grip
  readonly levels: LevelLines
  readonly pointed: PointedMoment
  show(market: { readonly code: string; readonly digits: number }, interval: CandleInterval): void
  indicators(indicators: SavedChart['indicators'], colors: ChartColors): void
  dress(colors: ChartColors, kind: SavedChart['kind']): void
  scale(scale: PriceScale): void
  /** Draws the line of another market, or takes it away. */
  compare(line: IndicatorCreate | null): void
  /** Shows times in an IANA time zone; in that of the device where it is empty or unknown to this browser. */
  timeZone(timeZone: string): void
  /** Shows the candles around a moment, or the oldest there are. */
  goTo(moment: number): void
  /** The chart as it is shown, as a PNG in a data address. */
  picture(background: string): string
  price(price: number, timeMs: number): void
  toLatest(): void
  reload(): void
  dispose(): void
}

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
const fits = (middle: number, text: string, size: number, width: number): boolean => {
  const half = utils.calcTextWidth(text, size) / 2
  return middle >= half && middle + half <= width
}

/** Draws one market's candles with klinecharts; the page reaches the library only through this function (ADR-050). */
export function createCandleChart(place: HTMLElement, setup: ChartSetup): CandleChart | null {
  registerLocale('reader', localeOf(setup.language.words))
  const dates = { write: dateFormatter(setup.language.tag, deviceZone()), size: 11 }
  const chart = init(place, {
    locale: 'reader',
    timezone: deviceZone(),
    formatter: {
      formatDate: (moment) => dates.write(moment),
      formatBigNumber: bigNumbers(setup.language.tag),
    },
    thousandsSeparator: { sign: '', format: decimalMark(setup.language.tag) },
    hotkey: { enabled: false },
  })
  if (chart === null) return null
  // The library makes its box the first stop of the Tab key, for keys that are switched off here, and a box that no finger scrolls.
  for (const box of place.querySelectorAll<HTMLElement>('[tabindex]')) {
    box.tabIndex = -1
    Object.assign(box.style, { touchAction: 'pan-y', overscrollBehavior: 'auto' })
  }
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) =>
      withDates(defaultTicks, dates.write).filter(({ coord, text }) =>
        fits(coord, text, dates.size, bounding.width),
      ),
  })
  chart.setOffsetRightDistance(isBrief(setup) ? 24 : 56)
  const grip: Grip = { held: false }
  const stopSwipes = leaveSwipesToPage(place, {
    isHeld: () => grip.held,
    axisWidth: () => chart.getSize(mainPane, 'yAxis')?.width ?? 0,
  })
  return steer(chart, setup, { place, grip, stopSwipes, dates })
}

const isBrief = ({ narrow, small }: ChartSetup): boolean => narrow || small

/** Parts of a chart that are made with it. */
interface Surroundings {
  readonly place: HTMLElement
  readonly grip: Grip
  readonly stopSwipes: () => void
  /** Writes moments, and holds the size of letters in px. */
  readonly dates: { write: WriteMoment; size: number }
}

function steer(
  chart: Chart,
  setup: ChartSetup,
  { place, grip, stopSwipes, dates }: Surroundings,
): CandleChart {
  const feed = new CandleFeed(setup, () => chart.resetData())
  const pad = () => padForLegend(chart, setup.small, dates.size)
  let code = ''
  let interval: CandleInterval | null = null
  const show: CandleChart['show'] = (market, chosen) => {
    if (market.code === code && chosen === interval) return
    const first = interval === null
    feed.restart()
    if (market.code !== code) {
      code = market.code
      feed.showMarket(code)
      chart.setSymbol({ ticker: code, pricePrecision: market.digits, volumePrecision: 2 })
    }
    if (chosen !== interval) {
      interval = chosen
      feed.showInterval(interval)
      chart.setPeriod(periods[interval])
    }
    if (first) chart.setDataLoader(feed.loader)
  }
  return {
    library: chart,
    grip,
    levels: createLevels(chart),
    pointed: pointedMoment(chart, place),
    show,
    indicators: (wanted, colors) => {
      showIndicators(chart, wanted, { colors, small: setup.small, volume: setup.language.words.volume })
      pad()
    },
    dress: (colors, kind) => {
      dates.size = colors.text
      chart.setStyles(chartStyles(colors, kind, isBrief(setup)))
      averageCandles(chart, kind, { language: setup.language, colors })
      pad()
    },
    scale: (scale) => {
      chart.overrideYAxis({ paneId: mainPane, name: axisNames[scale] })
      pad() // The library made a new axis.
    },
    compare: (line) => showComparison(chart, line, pad),
    timeZone: (chosen) => writeTimesIn(chart, dates, setup.language.tag, zoneOf(chosen)),
    goTo: (moment) => goTo(chart, feed, moment),
    picture: (background) => chart.getConvertPictureUrl(true, 'png', background),
    price: (price, timeMs) => feed.price(price, timeMs),
    toLatest: () => chart.scrollToRealTime(160),
    reload: () => chart.resetData(),
    dispose: () => {
      feed.stop()
      stopSwipes()
      dispose(chart)
    },
  }
}

/** Draws Heikin-Ashi over the prices where it is chosen. */
const averageCandles = (chart: Chart, kind: SavedChart['kind'], look: AveragedLook): void =>
  showAveraged(chart, kind === 'heikinAshi' ? averagedCandles(look) : null)

function writeTimesIn(chart: Chart, dates: Surroundings['dates'], tag: string, zone: string): void {
  dates.write = dateFormatter(tag, zone)
  chart.setTimezone(zone)
}

const axisNames: Readonly<Record<PriceScale, string>> = {
  linear: 'normal',
  logarithmic: 'logarithm',
  percent: 'percentage',
}

/** px above and below the prices for the marks of the highest and lowest one, and for each row of the legend, at letters of 11 px. */
const padding = {
  usual: { mark: 40, lowMark: 28, row: 24 },
  small: { mark: 26, lowMark: 18, row: 20 },
} as const

/**
 * Keeps the prices below the legend: a row for each indicator drawn over them, and one for the candle, or for what wraps on a narrow chart.
 * A small chart has no row for the candle.
 */
function padForLegend(chart: Chart, small: boolean, textSize: number): void {
  const { mark, lowMark, row } = padding[small ? 'small' : 'usual']
  const rows = chart.getIndicators({ paneId: mainPane }).length + (small ? 0 : 1)
  const scale = textSize / 11
  const gap = { top: (mark + rows * row) * scale, bottom: lowMark * scale }
  chart.overrideYAxis({ paneId: mainPane, gap })
}

/** Scrolls to a moment, for which older candles may have to be loaded first. */
function goTo(chart: Chart, feed: CandleFeed, moment: number): void {
  const first = chart.getDataList()[0]
  if (first === undefined) whenLoaded(chart, () => goTo(chart, feed, moment))
  else if (first.timestamp <= moment) scrollToMiddle(chart, moment)
  else {
    feed.goBackTo(moment)
    whenLoaded(chart, () => scrollToMiddle(chart, moment))
    chart.resetData()
  }
}

/** Calls `act` once the candles that are on their way are there: without any the library scrolls nowhere, and throws. */
function whenLoaded(chart: Chart, act: () => void): void {
  const onRange = () => {
    if (chart.getDataList().length === 0) return
    chart.unsubscribeAction('onVisibleRangeChange', onRange)
    act()
  }
  chart.subscribeAction('onVisibleRangeChange', onRange)
}

/** Scrolls a moment to the middle of the chart; the library's own scrolling ends with it at the right edge. */
function scrollToMiddle(chart: Chart, moment: number): void {
  chart.scrollToTimestamp(moment)
  chart.scrollByDistance(-(chart.getSize(mainPane, 'main')?.width ?? 0) / 2)
}
