import type { HaltReason, MarketSource, SavedChart } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { SourceLabel } from '../prices/source-label.tsx'
import type { CandleChart } from './candle-chart.ts'
import type { ChartState } from './candle-feed.ts'
import { ChartToolbar, type ToolbarProps } from './chart-toolbar.tsx'
import { ChartTools } from './chart-tools.tsx'
import { type DrawingWork, useDrawingEditor } from './drawings/use-drawing-editor.ts'
import { isOwnIndicator } from './indicators/indicator-catalog.ts'
import { loadComparison, loadDrawings, loadIndicators, loadSettings, loadTrades } from './later-parts.ts'
import { LevelLabels } from './levels/level-labels.tsx'
import type { LevelMoved, OrderLevel } from './levels/order-level.ts'
import { type PricePressed, usePricePress } from './levels/use-price-press.ts'
import { type MarketChart, useMarketChart } from './state/use-market-chart.ts'
import { type OwnTrades, useOwnTrades } from './trades/use-own-trades.ts'
import { useLaterModule } from './use-later-module.ts'

// The chart library comes only with the first chart.
const ChartCanvas = lazy(() => import('./chart-canvas.tsx'))

export interface ChartPanelProps {
  readonly code: string
  readonly digits: number
  readonly source: MarketSource | null
  /** The reason that an operator halted the market; null or absent: not halted. */
  readonly halted?: HaltReason | null
  readonly levels?: readonly OrderLevel[]
  /** Given: the levels of orders can be dragged. */
  readonly onMoved?: LevelMoved
  /** Given: called with the price of a right click or a long press. */
  readonly onPrice?: PricePressed
  /** Draws the content of a level's label, in place of its text. */
  readonly renderLevel?: (level: OrderLevel) => ReactNode
  readonly narrow?: boolean
  readonly frame?: ChartFrame | undefined
  readonly className?: string
}

/** Frames a chart among several on a page. The toolbar says the source of the prices. */
export interface ChartFrame {
  /** Name of the chart among the others. */
  readonly label: string
  /** Gives the chart as it is shown here, such as with an interval of its own. */
  readonly adapt: (chart: MarketChart) => MarketChart
  readonly onCanvas: (canvas: CandleChart | null) => void
  readonly renderToolbar: (props: ToolbarProps) => ReactNode
}

const noLevels: readonly OrderLevel[] = []

/** The chart of a market with its toolbar and drawings, as its reader arranged it. */
export function ChartPanel(props: ChartPanelProps) {
  const { code, digits, source, halted = null, levels = noLevels, narrow = false, frame, className } = props
  const t = useT()
  const arranged = useFramedChart(code, frame)
  const [state, setState] = useState<ChartState>('loading')
  const [canvas, setCanvas] = useState<CandleChart | null>(null)
  const editor = useDrawingEditor(code)
  const own = useOwnTrades(code)
  const parts = useLaterParts(arranged.chart, own.trades.length > 0)
  const work = { ...arranged, editor, digits, narrow }
  const press = usePricePress(canvas, props.onPrice)
  const reload = useCallback(() => canvas?.reload(), [canvas])
  const onCanvas = frame?.onCanvas
  useEffect(() => onCanvas?.(canvas), [onCanvas, canvas])
  const toolbar = frame?.renderToolbar ?? usualToolbar
  return (
    <section
      aria-label={frame?.label ?? t('markets.chart.title', { code })}
      className={classNames('flex min-h-0 min-w-0 flex-col bg-surface', className)}
    >
      {toolbar({
        ...arranged,
        onLatest: () => canvas?.toLatest(),
        code,
        source,
        onFilled: reload,
        children: <ChartTools code={code} source={source} canvas={canvas} work={work} own={own} {...parts} />,
      })}
      {halted !== null && <HaltNotice reason={halted} />}
      <div dir="ltr" {...press} className="relative min-h-0 flex-1">
        <Suspense fallback={<Waiting />}>
          <ChartCanvas
            code={code}
            digits={digits}
            chart={arranged.chart}
            ownReady={parts.indicators.module !== null}
            levels={levels}
            narrow={narrow}
            small={frame !== undefined}
            onState={setState}
            onReady={setCanvas}
          />
        </Suspense>
        {canvas !== null && (
          <LevelLabels
            canvas={canvas}
            levels={state === 'ready' ? levels : noLevels}
            digits={digits}
            narrow={narrow}
            onMoved={props.onMoved}
            renderLevel={props.renderLevel}
          />
        )}
        {canvas !== null && <LoadedLayers canvas={canvas} work={work} own={own} parts={parts} />}
        <ChartCover state={state} code={code} onRetry={reload} />
        {frame === undefined && <SourceLabel source={source} className="absolute bottom-8 left-2.5 z-10" />}
      </div>
    </section>
  )
}

const usualToolbar = (props: ToolbarProps) => <ChartToolbar {...props} />

/** The chart of a market, as the frame shows it. */
function useFramedChart(code: string, frame: ChartFrame | undefined): MarketChart {
  const { chart, change } = useMarketChart(code)
  const adapt = frame?.adapt
  return useMemo(() => adapt?.({ chart, change }) ?? { chart, change }, [adapt, chart, change])
}

function HaltNotice({ reason }: { readonly reason: HaltReason }) {
  const t = useT()
  return (
    <p role="status" className="shrink-0 bg-warn-wash px-3 py-1.5 text-center text-12 text-ink">
      {t(`markets.halt.${reason}`)}
    </p>
  )
}

/** Parts of the chart that are loaded at once where it shows something of them, else when they are first used. */
function useLaterParts({ drawings, indicators, compare }: SavedChart, hasTrades: boolean) {
  const hasOwn = indicators.some(({ name }) => isOwnIndicator(name))
  return {
    drawings: useLaterModule(loadDrawings, drawings.length > 0),
    indicators: useLaterModule(loadIndicators, hasOwn),
    settings: useLaterModule(loadSettings, false),
    comparison: useLaterModule(loadComparison, compare !== undefined),
    trades: useLaterModule(loadTrades, hasTrades),
  }
}

/** Layers over the canvas whose code is loaded. */
function LoadedLayers({
  canvas,
  work,
  own,
  parts,
}: {
  readonly canvas: CandleChart
  readonly work: DrawingWork
  readonly own: OwnTrades
  readonly parts: ReturnType<typeof useLaterParts>
}) {
  const Stage = parts.drawings.module?.DrawingStage
  const Trades = parts.trades.module?.TradeLayer
  const Comparison = parts.comparison.module?.ComparisonLayer
  return (
    <>
      {Trades !== undefined && (
        <Trades canvas={canvas} own={own} chart={work.chart} digits={work.digits} narrow={work.narrow} />
      )}
      {Comparison !== undefined && <Comparison canvas={canvas} chart={work.chart} />}
      {Stage !== undefined && <Stage canvas={canvas} work={work} />}
    </>
  )
}

/** Covers the canvas while it has no candles to show. */
function ChartCover({
  state,
  code,
  onRetry,
}: {
  readonly state: ChartState
  readonly code: string
  readonly onRetry: () => void
}) {
  const t = useT()
  switch (state) {
    case 'loading':
      return <Waiting />
    case 'empty':
      return (
        <p className="absolute inset-0 flex items-center justify-center px-6 text-center text-14 text-ink-2">
          {t('markets.chart.noData', { code })}
        </p>
      )
    case 'error':
      return (
        <ErrorState
          title={t('markets.chart.error')}
          onRetry={onRetry}
          className="absolute inset-0 z-10 bg-surface"
        />
      )
    case 'ready':
      return null
  }
}

function Waiting() {
  const t = useT()
  return (
    <div
      role="status"
      aria-label={t('markets.chart.loading')}
      className="absolute inset-0 z-10 flex items-end gap-1.5 bg-surface p-6"
    >
      {[38, 52, 44, 61, 57, 70, 63, 48, 55, 66, 74, 68].map((height) => (
        <span key={height} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full" />
        </span>
      ))}
    </div>
  )
}
