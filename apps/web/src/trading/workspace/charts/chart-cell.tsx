import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { type CSSProperties, useCallback, useRef, useState } from 'react'
import type { CandleChart } from '../../../markets/chart/candle-chart.ts'
import type { ToolbarProps } from '../../../markets/chart/chart-toolbar.tsx'
import type { MarketChart } from '../../../markets/chart/state/use-market-chart.ts'
import { useT } from '../../../session/language/language.ts'
import { MarketChart as Chart } from '../../market-chart.tsx'
import { MarketListDialog } from '../../market-list-dialog.tsx'
import type { Screen } from '../use-screen.ts'
import { type ChartSlot, chooseInterval } from '../workspace.ts'
import { changeWorkspace } from '../workspace-store.ts'
import { CellToolbar } from './cell-toolbar.tsx'
import { withInterval } from './slot-chart.ts'

interface ChartCellProps {
  readonly at: number
  readonly slot: ChartSlot
  /** Null until the chart has a market. */
  readonly market: MarketItem | null
  readonly isActive: boolean
  readonly screen: Screen
  readonly onCanvas: (canvas: CandleChart | null) => void
  readonly style: CSSProperties
}

/**
 * One of several charts. Pressing anything in it makes it the active one; the Tab key alone does not, because the ticket must not change
 * for those who pass through on their way to it.
 */
export function ChartCell(props: ChartCellProps) {
  const { at, slot, market, isActive, screen, style } = props
  const [choosing, setChoosing] = useState(false)
  const frame = useFrame(props, () => setChoosing(true))
  const activate = () => screen.choose(at)
  return (
    <div
      data-chart={at + 1}
      style={style}
      onPointerDownCapture={activate}
      onClickCapture={activate}
      className={classNames(
        'relative flex min-h-0 min-w-0 flex-col overflow-hidden',
        isActive &&
          'after:pointer-events-none after:absolute after:inset-0 after:z-20 after:border-2 after:border-accent',
      )}
    >
      {market === null ? (
        <Skeleton className="m-4 flex-1" />
      ) : (
        <Chart market={market} frame={frame} className="flex-1" />
      )}
      {choosing && (
        <MarketListDialog selected={slot.code} onPick={screen.pick} onClose={() => setChoosing(false)} />
      )}
    </div>
  )
}

/** Frames the chart among the others. */
function useFrame({ at, slot, market, isActive, onCanvas }: ChartCellProps, onName: () => void) {
  const t = useT()
  const latest = useRef(onCanvas)
  latest.current = onCanvas
  const adapt = useCallback(
    (chart: MarketChart) =>
      withInterval(chart, slot.interval, (interval) =>
        changeWorkspace((now) => chooseInterval(now, at, interval)),
      ),
    [at, slot.interval],
  )
  const reportCanvas = useCallback((canvas: CandleChart | null) => latest.current(canvas), [])
  return {
    label: t('workspace.chart', { number: at + 1, code: slot.code ?? '' }),
    adapt,
    onCanvas: reportCanvas,
    renderToolbar: (bar: ToolbarProps) =>
      market && (
        <CellToolbar bar={bar} at={at} slot={slot} market={market} isActive={isActive} onName={onName} />
      ),
  }
}
