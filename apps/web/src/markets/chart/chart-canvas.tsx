import type { Candle, CandleInterval, SavedChart } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { prices, useFullQuotes } from '../../live/price-socket.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'
import { type CandleChart, type ChartSetup, createCandleChart } from './candle-chart.ts'
import type { ChartState } from './candle-feed.ts'
import type { ChartLanguage } from './chart-language.ts'
import type { ChartColors } from './chart-styles.ts'
import { isOwnIndicator } from './indicators/indicator-catalog.ts'
import { idOf, type OrderLevel } from './levels/order-level.ts'
import { usePageColors } from './page-colors.ts'

interface ChartCanvasProps {
  readonly code: string
  readonly digits: number
  readonly chart: SavedChart
  /** True once the code of the app's own indicators is loaded; they are drawn from then on. */
  readonly ownReady: boolean
  readonly levels: readonly OrderLevel[]
  readonly narrow: boolean
  readonly small: boolean
  readonly onState: (state: ChartState) => void
  /** Called with the chart when it is there, and with null when it is gone. */
  readonly onReady: (canvas: CandleChart | null) => void
}

const pageSize = 500

const loadCandles = (code: string, interval: CandleInterval, before: number | null): Promise<Candle[]> =>
  callServer('getKValueByCodeAndDate', {
    code,
    interval,
    limit: pageSize,
    ...(before === null ? {} : { to: before - 1 }),
  })

const levelColor = (colors: ChartColors, kind: OrderLevel['kind']): string =>
  ({
    open: colors.accent,
    entry: colors.accent,
    stopLoss: colors.down,
    takeProfit: colors.up,
    alert: colors.named.warn,
  })[kind]

/** The canvas itself; loaded with the chart library when the first chart is shown. */
export default function ChartCanvas({
  code,
  digits,
  chart: { kind, interval, indicators, scale, timeZone },
  ownReady,
  levels,
  narrow,
  small,
  onState,
  onReady,
}: ChartCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const colors = usePageColors()
  const chart = useCandleChart(place, { narrow, small, onState })
  useEffect(() => chart?.dress(colors, kind), [chart, colors, kind])
  useEffect(() => chart?.show({ code, digits }, interval), [chart, code, digits, interval])
  const drawable = useMemo(
    () => (ownReady ? indicators : indicators.filter(({ name }) => !isOwnIndicator(name))),
    [indicators, ownReady],
  )
  useEffect(() => chart?.indicators(drawable, colors), [chart, drawable, colors])
  useEffect(() => chart?.scale(scale), [chart, scale])
  useEffect(() => chart?.timeZone(timeZone), [chart, timeZone])
  useLevelLines(chart, levels, colors)
  useLivePrices(chart, code)
  useEffect(() => onReady(chart), [chart, onReady])
  return <div ref={place} className="absolute inset-0" />
}

/** The chart in its place on the page; a new one with another language or width. */
function useCandleChart(
  place: RefObject<HTMLDivElement | null>,
  { narrow, small, onState }: Pick<ChartSetup, 'narrow' | 'small' | 'onState'>,
): CandleChart | null {
  const { t, tag } = useWords()
  // Further texts of the page make another `t`, but no other words of the legend: the chart stays.
  const written = JSON.stringify(legendWords(t))
  const words = useMemo(() => JSON.parse(written) as ChartLanguage['words'], [written])
  const [chart, setChart] = useState<CandleChart | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const made = createCandleChart(place.current, {
      language: { tag, words },
      loadCandles,
      onState,
      narrow,
      small,
    })
    setChart(made)
    return () => made?.dispose()
  }, [place, words, tag, narrow, small, onState])
  return chart
}

function legendWords(t: Translate): ChartLanguage['words'] {
  const word = (name: Exclude<keyof ChartLanguage['words'], 'heikinAshi'>) =>
    t(`markets.chart.legend.${name}`)
  return {
    time: word('time'),
    open: word('open'),
    high: word('high'),
    low: word('low'),
    close: word('close'),
    volume: word('volume'),
    heikinAshi: t('markets.chart.kind.heikinAshi'),
  }
}

/** The levels of orders as lines across the chart. */
function useLevelLines(chart: CandleChart | null, levels: readonly OrderLevel[], colors: ChartColors): void {
  useEffect(() => {
    chart?.levels.show(
      levels.map((level) => ({ id: idOf(level), price: level.price, color: levelColor(colors, level.kind) })),
    )
  }, [chart, levels, colors])
}

/** Draws the market's prices into the last candle as they come. */
function useLivePrices(chart: CandleChart | null, code: string): void {
  useFullQuotes([code])
  useEffect(() => {
    if (chart === null) return
    return prices.follow(code, () => {
      const price = prices.get(code)
      // Only by the quote's own time, as the server's candles: a recording's is not this page's, and one bar at a wrong time ends all later ones.
      if (price?.time !== undefined) chart.price(Number(price.price), price.time)
    })
  }, [chart, code])
}
