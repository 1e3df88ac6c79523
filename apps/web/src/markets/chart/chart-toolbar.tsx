import type { MarketSource, SavedChart } from '@candor/contract'
import { type ChartKind, chartKinds } from '@candor/rules/markets/saved-chart.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'
import { CandleOrigins } from './candle-origins.tsx'
import { intervals } from './state/chart-choices.ts'
import type { MarketChart } from './state/use-market-chart.ts'

export interface ToolbarProps extends MarketChart {
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
    'tap inline-flex min-w-8 shrink-0 items-center justify-center whitespace-nowrap rounded-s px-2 font-medium text-12 transition-colors duration-150',
    on ? 'bg-sunken text-ink' : 'text-ink-3 hover:text-ink',
  )

/** Interval and type of a chart, its further tools, and the way to its latest price. */
export function ChartToolbar({ chart, change, onLatest, code, source, onFilled, children }: ToolbarProps) {
  const t = useT()
  const choices = useChartChoices()
  const set = (changed: Partial<SavedChart>) => change((now) => ({ ...now, ...changed }))
  return (
    <div className="@container flex shrink-0 items-center gap-1 overflow-x-auto border-hairline md:flex-wrap border-b px-2 py-1 [scrollbar-width:none]">
      <Choices
        label={t('markets.chart.interval')}
        choices={choices.intervals}
        chosen={chart.interval}
        onChoose={(interval) => set({ interval })}
        dir="ltr"
      />
      <span aria-hidden className="md:@max-[38rem]:hidden mx-1 h-4 w-px shrink-0 bg-hairline" />
      <Choices
        label={t('markets.chart.kind')}
        choices={choices.kinds}
        chosen={chart.kind}
        onChoose={(kind) => set({ kind })}
      />
      <span aria-hidden className="md:@max-[38rem]:hidden mx-1 h-4 w-px shrink-0 bg-hairline" />
      {children}
      <span className="ms-auto flex gap-1">
        <EndTools {...{ code, source, onLatest, onFilled }} interval={chart.interval} />
      </span>
    </div>
  )
}

/** Returns the intervals and kinds of a chart, as its tools show them. */
export function useChartChoices() {
  const t = useT()
  return {
    intervals: intervals.map((value) => ({ value, name: t(`markets.chart.interval.${value}`) })),
    kinds: chartKinds.map((value) => ({
      value,
      name: t(`markets.chart.kind.${value}`),
      picture: <KindPicture kind={value} />,
    })),
  }
}

interface EndToolsProps extends Pick<ToolbarProps, 'code' | 'source' | 'onLatest' | 'onFilled'> {
  readonly interval: SavedChart['interval']
}

/** The origins of the candles, and the way to the latest price. */
export function EndTools({ code, interval, source, onLatest, onFilled }: EndToolsProps) {
  const t = useT()
  return (
    <>
      <CandleOrigins
        code={code}
        interval={interval}
        source={source}
        triggerClass={toolClass(false)}
        onFilled={onFilled}
      />
      <button
        type="button"
        aria-label={t('markets.chart.latest')}
        title={t('markets.chart.latest')}
        onClick={onLatest}
        className={toolClass(false)}
      >
        <ChevronsRight aria-hidden className="size-4" />
      </button>
    </>
  )
}

export interface ChartChoice<Value> {
  readonly value: Value
  readonly name: string
  /** Shown in place of the name. */
  readonly picture?: ReactNode
}

/** A row of buttons of which exactly one is pressed. */
function Choices<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
  dir,
}: {
  readonly label: string
  readonly choices: readonly ChartChoice<Value>[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
  /** Set where the order is the same in every language, such as intervals. */
  readonly dir?: 'ltr'
}) {
  return (
    <fieldset aria-label={label} className="flex" dir={dir}>
      {choices.map(({ value, name, picture }) => (
        <button
          key={value}
          type="button"
          aria-label={picture === undefined ? undefined : name}
          title={picture === undefined ? undefined : name}
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
          className={toolClass(chosen === value)}
        >
          {picture ?? name}
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
