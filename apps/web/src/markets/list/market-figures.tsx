import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { formatCompact } from '@candor/ui/figures/format-compact.ts'
import { formatPercent } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../../session/language/language.ts'
import { ChangeCell } from '../prices/price-cells.tsx'
import { type Figure, spreadShare } from './market-sort.ts'

interface FigureProps {
  readonly market: MarketItem
  readonly figure: Figure
  readonly follow: boolean
}

/** Width of a column of figures, of its heading and in each row. */
export const figureColumn = 'w-19 shrink-0 text-end'

const columns = ['volume', 'spread', 'change'] as const satisfies Figure[]

/** The change, or the figure that the list is sorted by. */
export function RowFigure({ market, figure, follow }: FigureProps) {
  const { t, tag } = useWords()
  if (figure === 'change' || market.price === null)
    return <ChangeCell market={market} follow={follow} says className="whitespace-nowrap text-12" />
  const share = spreadShare(market)
  const volume = market.turnover24h === null ? null : formatCompact(market.turnover24h, tag, 'USD')
  const spread = share === null ? null : formatPercent(share * 100, tag, 3, false)
  return (
    <span title={t(`markets.sort.${figure}.meaning`)} className="figures text-12 text-ink-2">
      {(figure === 'volume' ? volume : spread) ?? '—'}
    </span>
  )
}

/** Each figure in a column, below its heading; a market without a price has the reason in place of all. */
export function FigureColumns({ market, follow }: Omit<FigureProps, 'figure'>) {
  const shown = market.price === null ? (['change'] as const) : columns
  return shown.map((figure) => (
    <span key={figure} className={classNames(figureColumn, shown.length === 1 && 'w-auto!')}>
      <RowFigure market={market} figure={figure} follow={follow} />
    </span>
  ))
}
