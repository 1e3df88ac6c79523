import type { Candle, CandleInterval } from '@candor/contract'
import {
  type Chart,
  dispose,
  init,
  type KLineData,
  type Period,
  registerLocale,
  registerOverlay,
} from 'klinecharts'
import { type ChartChoices, type IndicatorName, indicatorNames, overlays } from './chart-choices.ts'
import { type ChartColors, chartStyles } from './chart-styles.ts'
import { type Bar, barOf, foldPrice } from './live-candle.ts'

export type ChartState = 'loading' | 'ready' | 'empty' | 'error'

/** A price level drawn across the chart: where an order opened, its stop loss, its take profit. */
export interface ChartLine {
  readonly price: number
  readonly label: string
  readonly color: string
}

/** The words and number forms of the reader's language. */
export interface ChartLanguage {
  readonly tag: string
  readonly words: Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', string>>
}

export interface ChartSetup {
  readonly language: ChartLanguage
  readonly loadCandles: (code: string, interval: CandleInterval, before: number | null) => Promise<Candle[]>
  readonly onState: (state: ChartState) => void
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

const pageSize = 500
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

/** A bar as the library wants it: it may hang its own keys on it. */
type KLineBar = Bar & KLineData
const toBars = (candles: readonly Candle[]): KLineBar[] => candles.map((candle) => ({ ...barOf(candle) }))

interface LevelLook {
  readonly label: string
  readonly color: string
}

let levelsKnown = false
function registerLevels(): void {
  if (levelsKnown) return
  levelsKnown = true
  registerOverlay<LevelLook>({
    name: 'level',
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) => {
      const y = coordinates[0]?.y ?? 0
      const { label, color } = overlay.extendData
      return [
        {
          type: 'line',
          attrs: {
            coordinates: [
              { x: 0, y },
              { x: bounding.width, y },
            ],
          },
          styles: { style: 'dashed', dashedValue: [5, 4], color, size: 1 },
          ignoreEvent: true,
        },
        {
          type: 'text',
          attrs: { x: bounding.width - 8, y: y - 2, text: label, align: 'right', baseline: 'bottom' },
          styles: {
            style: 'fill',
            color,
            size: 11,
            backgroundColor: 'transparent',
            borderColor: 'transparent',
            paddingBottom: 1,
          },
          ignoreEvent: true,
        },
      ]
    },
  })
}

/** Draws one market's candles with klinecharts; everything the page says to it goes through here (decision 0050). */
export function createCandleChart(place: HTMLElement, setup: ChartSetup): CandleChart | null {
  registerLevels()
  registerLocale('reader', { ...localeBase, ...colonless(setup.language.words) })
  const chart = init(place, {
    locale: 'reader',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    formatter: {
      formatDate: dateFormatter(setup.language.tag),
      formatBigNumber: bigNumbers(setup.language.tag),
    },
    thousandsSeparator: { sign: '' },
    hotkey: { enabled: false },
  })
  if (chart === null) return null
  chart.setOffsetRightDistance(setup.narrow ? 24 : 56)
  return steer(chart, setup)
}

const localeBase = {
  change: '',
  turnover: '',
  second: '',
  minute: '',
  hour: '',
  day: '',
  week: '',
  month: '',
  year: '',
}
const colonless = (words: ChartLanguage['words']) =>
  Object.fromEntries(Object.entries(words).map(([key, word]) => [key, `${word} `])) as ChartLanguage['words']

function steer(chart: Chart, setup: ChartSetup): CandleChart {
  let code = ''
  let interval: CandleInterval | null = null
  let last: Bar | null = null
  let push: ((bar: KLineData) => void) | null = null
  let visit = 0

  const arrived = (bars: readonly KLineBar[] | null, before: number | null) => {
    if (before !== null) return
    if (bars === null) return setup.onState('error')
    last = bars.at(-1) ?? null
    setup.onState(bars.length === 0 ? 'empty' : 'ready')
  }

  /** Asks for a page of candles; an answer that comes after the market or interval changed is dropped. */
  const load = async (before: number | null, done: (bars: KLineData[], older: boolean) => void) => {
    if (interval === null) return
    const asked = visit
    if (before === null) setup.onState('loading')
    const bars = await setup.loadCandles(code, interval, before).then(toBars, () => null)
    if (asked !== visit) return
    arrived(bars, before)
    done(bars ?? [], bars?.length === pageSize)
  }

  const begin = () => {
    visit += 1
    last = null
    push = null
  }

  return {
    show(market, choices) {
      const changed = market.code !== code || choices.interval !== interval
      applyIndicators(chart, choices.indicators)
      if (!changed) return
      begin()
      const shown = code
      code = market.code
      const first = interval === null
      if (market.code !== shown)
        chart.setSymbol({ ticker: market.code, pricePrecision: market.digits, volumePrecision: 2 })
      if (choices.interval !== interval) {
        interval = choices.interval
        chart.setPeriod(periods[choices.interval])
      }
      if (!first) return
      chart.setDataLoader({
        getBars: ({ type, timestamp, callback }) => {
          if (type === 'backward') return callback([], false)
          return load(type === 'init' ? null : timestamp, (bars, older) =>
            callback(bars, { forward: older, backward: false }),
          )
        },
        subscribeBar: ({ callback }) => {
          push = callback
        },
        unsubscribeBar: begin,
      })
    },
    dress(colors, choices) {
      chart.setStyles(chartStyles(colors, choices.kind, setup.narrow))
    },
    price(price, timeMs) {
      if (push === null || interval === null) return
      const bar = foldPrice(last, price, timeMs, interval)
      if (bar === null) return
      const wasEmpty = last === null
      last = bar
      push({ ...bar })
      if (wasEmpty) setup.onState('ready')
    },
    lines(lines) {
      chart.removeOverlay({ groupId: 'orders' })
      for (const { price, label, color } of lines)
        chart.createOverlay({
          name: 'level',
          groupId: 'orders',
          lock: true,
          points: [{ value: price }],
          extendData: { label, color },
        })
    },
    toLatest: () => chart.scrollToRealTime(160),
    reload: () => chart.resetData(),
    dispose: () => {
      visit += 1
      dispose(chart)
    },
  }
}

/** Averages and bands lie over the prices; the others get a pane of their own. */
function applyIndicators(chart: Chart, wanted: readonly IndicatorName[]): void {
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
}

/** Fewer lines than the library's defaults: what is drawn must be readable. */
const params: Readonly<Partial<Record<IndicatorName, { calcParams: number[] }>>> = {
  MA: { calcParams: [10, 30] },
  EMA: { calcParams: [12, 26] },
  VOL: { calcParams: [] },
  RSI: { calcParams: [14] },
}

/**
 * Dates as the reader writes them, as short as the axis asks, the day in 24 hours. Marks of direction are taken out:
 * the chart runs left to right in every language, and a canvas does not understand them.
 */
function dateFormatter(tag: string) {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const forms = {
    time: new Intl.DateTimeFormat(tag, clock),
    day: new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' }),
    month: new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short' }),
    year: new Intl.DateTimeFormat(tag, { year: 'numeric' }),
    date: new Intl.DateTimeFormat(tag, date),
    full: new Intl.DateTimeFormat(tag, { ...date, ...clock }),
  }
  const byTemplate: Readonly<Record<string, keyof typeof forms>> = {
    'HH:mm': 'time',
    'HH:mm:ss': 'time',
    'MM-DD': 'day',
    'YYYY-MM': 'month',
    YYYY: 'year',
    'YYYY-MM-DD': 'date',
  }
  return ({ timestamp, template }: { timestamp: number; template: string }) =>
    forms[byTemplate[template] ?? 'full'].format(timestamp).replace(/[\u200e\u200f\u061c]/g, '')
}

function bigNumbers(tag: string) {
  const form = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 2 })
  return (value: string | number) => form.format(Number(value))
}
