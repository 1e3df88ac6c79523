import type { MarketItem, SavedChart } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { ChevronDown } from 'lucide-react'
import { EndTools, type ToolbarProps, useChartChoices } from '../../../markets/chart/chart-toolbar.tsx'
import { ChoiceMenu } from '../../../markets/chart/kinds/choice-menu.tsx'
import { ChangeCell, PriceCell } from '../../../markets/prices/price-cells.tsx'
import { SourceMark } from '../../../markets/prices/source-label.tsx'
import { useT } from '../../../session/language/language.ts'
import type { ChartSlot } from '../workspace.ts'
import { LinkMenu } from './link-menu.tsx'

interface CellToolbarProps {
  readonly bar: ToolbarProps
  readonly at: number
  readonly slot: ChartSlot
  readonly market: MarketItem
  readonly isActive: boolean
  readonly onName: () => void
}

/** The market of one of several charts with its price, and the chart's tools in little room. */
export function CellToolbar({ bar, at, slot, market, isActive, onName }: CellToolbarProps) {
  const t = useT()
  const { code, source } = bar
  return (
    <div className="@container flex shrink-0 flex-wrap items-center gap-x-1 border-hairline border-b px-1 py-0.5 pointer-fine:[&_.tap]:min-h-7">
      <LinkMenu at={at} group={slot.group} />
      <button
        type="button"
        aria-label={t('workspace.choose', { code })}
        aria-haspopup="dialog"
        aria-current={isActive ? 'true' : undefined}
        onClick={onName}
        className={classNames(
          'tap inline-flex items-center gap-0.5 whitespace-nowrap rounded-s px-1 text-14 text-ink hover:text-accent',
          isActive ? 'font-semibold' : 'font-medium',
        )}
      >
        {code}
        <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
      </button>
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <PriceCell market={market} follow className="text-14 text-ink" />
        <ChangeCell market={market} follow className="text-12" />
        <SourceMark source={source} />
      </span>
      <Tools {...bar} />
    </div>
  )
}

function Tools({ chart, change, onLatest, onFilled, code, source, children }: ToolbarProps) {
  const t = useT()
  const choices = useChartChoices()
  const set = (changed: Partial<SavedChart>) => change((now) => ({ ...now, ...changed }))
  return (
    <span className="ms-auto flex flex-wrap items-center">
      <ChoiceMenu
        label={t('markets.chart.interval')}
        choices={choices.intervals}
        chosen={chart.interval}
        onChoose={(interval) => set({ interval })}
      />
      <ChoiceMenu
        label={t('markets.chart.kind')}
        choices={choices.kinds}
        chosen={chart.kind}
        onChoose={(kind) => set({ kind })}
      />
      {children}
      <EndTools {...{ code, source, onLatest, onFilled }} interval={chart.interval} />
    </span>
  )
}
