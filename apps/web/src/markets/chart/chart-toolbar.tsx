import type { MarketSource, SavedChart } from '@candor/contract'
import { chartKinds } from '@candor/rules/markets/saved-chart.ts'
import { ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'
import { CandleOrigins } from './candle-origins.tsx'
import { type ChartChoice, ChoiceMenu } from './kinds/choice-menu.tsx'
import { KindPicture } from './kinds/kind-picture.tsx'
import { toolClass } from './kinds/tool-class.ts'
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
      <ChoiceMenu
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
      ...(value === 'heikinAshi' ? { note: t('markets.chart.kind.heikinAshi.note') } : {}),
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
      {choices.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
          className={toolClass(chosen === value)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
