import type { HaltReason, MarketSource } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { ChartNoAxesColumn, Check, ChevronsRight } from 'lucide-react'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { readStored, writeStored } from '../../session/browser-storage.ts'
import { useT } from '../../session/language/language.ts'
import { SourceLabel } from '../prices/source-label.tsx'
import type { ChartState } from './candle-feed.ts'
import { CandleOrigins } from './candle-origins.tsx'
import type { CanvasHandle, LevelMoved, OrderLevel } from './chart-canvas.tsx'
import {
  type ChartChoices,
  type ChartKind,
  chartKinds,
  indicatorNames,
  intervals,
  readChoices,
  toggleIndicator,
  writeChoices,
} from './chart-choices.ts'

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
  readonly narrow?: boolean
  readonly className?: string
}

const noLevels: readonly OrderLevel[] = []

/** The chart with its toolbar; its settings are stored in this browser, for every market. */
export function ChartPanel({
  code,
  digits,
  source,
  halted = null,
  levels = noLevels,
  onMoved,
  narrow = false,
  className,
}: ChartPanelProps) {
  const t = useT()
  const [choices, setChoices] = useState<ChartChoices>(() => readChoices(readStored('chart')))
  const [state, setState] = useState<ChartState>('loading')
  const handle = useRef<CanvasHandle>(null)
  const choose = useCallback((next: ChartChoices) => {
    setChoices(next)
    writeStored('chart', writeChoices(next))
  }, [])
  const reload = useCallback(() => handle.current?.reload(), [])
  return (
    <section
      aria-label={t('markets.chart.title', { code })}
      className={classNames('flex min-h-0 min-w-0 flex-col', className)}
    >
      <ChartToolbar
        choices={choices}
        onChoose={choose}
        narrow={narrow}
        onLatest={() => handle.current?.toLatest()}
        code={code}
        source={source}
        onFilled={reload}
      />
      {halted !== null && (
        <p role="status" className="shrink-0 bg-warn-wash px-3 py-1.5 text-center text-12 text-ink">
          {t(`markets.halt.${halted}`)}
        </p>
      )}
      <div dir="ltr" className="relative min-h-0 flex-1">
        <Suspense fallback={<Waiting />}>
          <ChartCanvas
            ref={handle}
            code={code}
            digits={digits}
            choices={choices}
            levels={levels}
            narrow={narrow}
            onState={setState}
            onMoved={onMoved}
          />
        </Suspense>
        <ChartCover state={state} code={code} onRetry={reload} />
        <SourceLabel source={source} className="absolute bottom-8 left-2.5 z-10" />
      </div>
    </section>
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

interface ToolbarProps {
  readonly choices: ChartChoices
  readonly onChoose: (choices: ChartChoices) => void
  readonly narrow: boolean
  readonly onLatest: () => void
  readonly code: string
  readonly source: MarketSource | null
  /** Called when more of the chart's past has arrived. */
  readonly onFilled: () => void
}

const toolClass = (on: boolean): string =>
  classNames(
    'tap inline-flex min-w-8 items-center justify-center whitespace-nowrap rounded-s px-2 font-medium text-12 transition-colors duration-150',
    on ? 'bg-sunken text-ink' : 'text-ink-3 hover:text-ink',
  )

function ChartToolbar({ choices, onChoose, narrow, onLatest, code, source, onFilled }: ToolbarProps) {
  const t = useT()
  return (
    <div className="flex shrink-0 items-center gap-1 overflow-x-auto border-hairline border-b px-2 py-1 [scrollbar-width:none]">
      <fieldset aria-label={t('markets.chart.interval')} className="flex" dir="ltr">
        {intervals.map((interval) => (
          <button
            key={interval}
            type="button"
            aria-pressed={choices.interval === interval}
            onClick={() => onChoose({ ...choices, interval })}
            className={toolClass(choices.interval === interval)}
          >
            {t(`markets.chart.interval.${interval}`)}
          </button>
        ))}
      </fieldset>
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-hairline" />
      <ChartKinds choices={choices} onChoose={onChoose} />
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-hairline" />
      <Popover
        label={t('markets.chart.indicators')}
        trigger={
          <>
            <ChartNoAxesColumn aria-hidden className="size-4" />
            {!narrow && <span className="max-xl:hidden">{t('markets.chart.indicators')}</span>}
          </>
        }
        triggerClass={classNames(toolClass(false), 'gap-1.5')}
        panelClass="w-60"
      >
        {() => <IndicatorMenu choices={choices} onChoose={onChoose} />}
      </Popover>
      <span className="ms-auto flex">
        <CandleOrigins
          code={code}
          interval={choices.interval}
          source={source}
          triggerClass={toolClass(false)}
          onFilled={onFilled}
        />
      </span>
      <button
        type="button"
        aria-label={t('markets.chart.latest')}
        title={t('markets.chart.latest')}
        onClick={onLatest}
        className={toolClass(false)}
      >
        <ChevronsRight aria-hidden className="size-4" />
      </button>
    </div>
  )
}

function ChartKinds({ choices, onChoose }: Pick<ToolbarProps, 'choices' | 'onChoose'>) {
  const t = useT()
  return (
    <fieldset aria-label={t('markets.chart.kind')} className="flex">
      {chartKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-label={t(`markets.chart.kind.${kind}`)}
          title={t(`markets.chart.kind.${kind}`)}
          aria-pressed={choices.kind === kind}
          onClick={() => onChoose({ ...choices, kind })}
          className={toolClass(choices.kind === kind)}
        >
          <KindPicture kind={kind} />
        </button>
      ))}
    </fieldset>
  )
}

function IndicatorMenu({ choices, onChoose }: Pick<ToolbarProps, 'choices' | 'onChoose'>) {
  const t = useT()
  return indicatorNames.map((name) => {
    const on = choices.indicators.includes(name)
    return (
      <button
        key={name}
        type="button"
        aria-pressed={on}
        onClick={() => onChoose(toggleIndicator(choices, name))}
        className={menuItemClass}
      >
        <Check aria-hidden className={classNames('size-4 text-accent', !on && 'invisible')} />
        <span className="flex-1">{t(`markets.chart.indicator.${name}`)}</span>
        <span className="text-12 text-ink-3">{name}</span>
      </button>
    )
  })
}

const shapes: Readonly<Record<ChartKind, string>> = {
  candles: 'M5 2v12M3.5 5h3v6h-3zM11 3v10M9.5 4.5h3v5h-3z',
  line: 'M1.5 11.5l4-5 3.5 3 5.5-6.5',
  area: 'M1.5 10l4-4.5 3.5 3 5.5-6V14h-13z',
}

function KindPicture({ kind }: { readonly kind: ChartKind }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4">
      <path
        d={shapes[kind]}
        fill={kind === 'area' ? 'currentColor' : 'none'}
        fillOpacity={0.25}
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
    </svg>
  )
}
