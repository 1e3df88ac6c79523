import type { CandleInterval, MarketSource, SavedChart } from '@candor/contract'
import { type ChartKind, chartKinds } from '@candor/rules/markets/saved-chart.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'
import { CandleOrigins } from './candle-origins.tsx'
import { intervals } from './state/chart-choices.ts'
import type { MarketChart } from './state/use-market-chart.ts'

interface ToolbarProps extends MarketChart {
  readonly onLatest: () => void
  readonly code: string
  readonly source: MarketSource | null
  /** Called when more of the chart's past has arrived. */
  readonly onFilled: () => void
  /** Buttons of further tools. */
  readonly children: ReactNode
}

export const toolClass = (on: boolean): string =>
  classNames(
    'tap inline-flex min-w-8 items-center justify-center whitespace-nowrap rounded-s px-2 font-medium text-12 transition-colors duration-150',
    on ? 'bg-sunken text-ink' : 'text-ink-3 hover:text-ink',
  )

/** Interval and type of a chart, its further tools, and the way to its latest price. */
export function ChartToolbar({ chart, change, onLatest, code, source, onFilled, children }: ToolbarProps) {
  const t = useT()
  const set = (changed: Partial<SavedChart>) => change((now) => ({ ...now, ...changed }))
  return (
    <div className="flex shrink-0 items-center gap-1 overflow-x-auto border-hairline border-b px-2 py-1 [scrollbar-width:none]">
      <Intervals chosen={chart.interval} onChoose={(interval) => set({ interval })} />
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-hairline" />
      <ChartKinds chosen={chart.kind} onChoose={(kind) => set({ kind })} />
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-hairline" />
      {children}
      <span className="ms-auto flex">
        <CandleOrigins
          code={code}
          interval={chart.interval}
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

function Intervals({
  chosen,
  onChoose,
}: {
  readonly chosen: CandleInterval
  readonly onChoose: (interval: CandleInterval) => void
}) {
  const t = useT()
  return (
    <fieldset aria-label={t('markets.chart.interval')} className="flex" dir="ltr">
      {intervals.map((interval) => (
        <button
          key={interval}
          type="button"
          aria-pressed={chosen === interval}
          onClick={() => onChoose(interval)}
          className={toolClass(chosen === interval)}
        >
          {t(`markets.chart.interval.${interval}`)}
        </button>
      ))}
    </fieldset>
  )
}

function ChartKinds({
  chosen,
  onChoose,
}: {
  readonly chosen: ChartKind
  readonly onChoose: (kind: ChartKind) => void
}) {
  const t = useT()
  return (
    <fieldset aria-label={t('markets.chart.kind')} className="flex">
      {chartKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-label={t(`markets.chart.kind.${kind}`)}
          title={t(`markets.chart.kind.${kind}`)}
          aria-pressed={chosen === kind}
          onClick={() => onChoose(kind)}
          className={toolClass(chosen === kind)}
        >
          <KindPicture kind={kind} />
        </button>
      ))}
    </fieldset>
  )
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
