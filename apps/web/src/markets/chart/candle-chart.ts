import type { Candle, CandleInterval } from '@candor/contract'
import { type Chart, dispose, init, type KLineData, type Period, registerLocale, utils } from 'klinecharts'
import { type ChartChoices, type IndicatorName, indicatorNames, overlays } from './chart-choices.ts'
import { bigNumbers, type ChartLanguage, dateFormatter, decimalMark, localeOf } from './chart-language.ts'
import { axisTextSize, type ChartColors, chartStyles } from './chart-styles.ts'
import { type ChartLine, createLevels, type LevelDrop } from './level-lines.ts'
import { type Bar, barOf, foldPrice } from './live-candle.ts'

export type ChartState = 'loading' | 'ready' | 'empty' | 'error'

export interface ChartSetup {
  readonly language: ChartLanguage
  readonly loadCandles: (code: string, interval: CandleInterval, before: number | null) => Promise<Candle[]>
  readonly onState: (state: ChartState) => void
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

/** A bar in the library's type, to which the library may add keys of its own. */
type KLineBar = Bar & KLineData
const toBars = (candles: readonly Candle[]): KLineBar[] => candles.map((candle) => ({ ...barOf(candle) }))

/** A time at the edge of the axis would be cut off; the one before it is shown in full. */
const hasRoom = (middle: number, text: string, width: number): boolean => {
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
      defaultTicks.filter(({ coord, text }) => hasRoom(coord, text, bounding.width)),
  })
  chart.setOffsetRightDistance(setup.narrow ? 24 : 56)
  return steer(chart, setup)
}

function steer(chart: Chart, setup: ChartSetup): CandleChart {
  let code = ''
  let interval: CandleInterval | null = null
  let last: Bar | null = null
  let push: ((bar: KLineData) => void) | null = null
  let visit = 0
  const waiting = fillUp(
    () => interval !== null && setup.loadCandles(code, interval, null).then(toBars),
    () => chart.resetData(),
  )

  const arrived = (bars: readonly KLineBar[] | null, before: number | null) => {
    if (before !== null) return
    if (bars === null) return setup.onState('error')
    last = bars.at(-1) ?? null
    setup.onState(bars.length === 0 ? 'empty' : 'ready')
    waiting.came(bars.length)
  }

  const asked = (before: number | null) => {
    if (before === null) setup.onState('loading')
    return setup.loadCandles(code, interval ?? '1m', before).then(toBars, () => null)
  }

  /** Loads a page of candles; a response after a change of market or interval is dropped. */
  const load = async (before: number | null, done: (bars: KLineData[], older: boolean) => void) => {
    if (interval === null) return
    const now = visit
    const bars = (before === null && waiting.take()) || (await asked(before))
    if (now !== visit) return
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
      applyIndicators(chart, choices.indicators, setup.language.words.volume)
      if (!changed) return
      begin()
      waiting.stop()
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
    lines: createLevels(chart, setup.onDrop),
    toLatest: () => chart.scrollToRealTime(160),
    reload: () => chart.resetData(),
    dispose: () => {
      visit += 1
      waiting.stop()
      dispose(chart)
    },
  }
}

/** With fewer bars, the server may still be collecting the past. */
const enoughBars = 100
const lookAgainMs = [1_500, 3_000, 5_000, 8_000, 12_000, 20_000] as const

/**
 * Repeats a short response in the background: a server that has just started still collects the past. Further bars appear without a
 * loading state in between.
 */
function fillUp(call: () => Promise<KLineBar[]> | false, onMore: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let more: KLineBar[] | null = null
  let tries = 0
  let had = 0
  let round = 0
  const look = async () => {
    const asked = round
    const bars = await Promise.resolve(call()).catch(() => false as const)
    if (asked !== round) return
    if (bars !== false && bars.length > had + 1) {
      more = bars
      onMore()
    } else later()
  }
  const later = () => {
    const delay = lookAgainMs[tries]
    tries += 1
    if (delay !== undefined) timer = setTimeout(() => void look(), delay)
  }
  return {
    came(count: number) {
      had = count
      clearTimeout(timer)
      if (count < enoughBars) later()
    },
    /** Takes the bars received meanwhile, once. */
    take(): KLineBar[] | null {
      const taken = more
      more = null
      return taken
    },
    stop() {
      round += 1
      tries = 0
      more = null
      clearTimeout(timer)
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
