import type { RiskDesk } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { clockOf } from '../shell/moments.ts'
import { linesOf, type RiskLine } from './risk-lines.ts'

/** Open positions by class and market, with the operator's results. */
export function OpenPositions({ desk }: { readonly desk: RiskDesk }) {
  return (
    <Card flush>
      <SectionHead
        title="Open positions"
        text="In USDT at mid prices. Results are yours: a gain of your customers is your loss."
        className="px-5 pt-4 pb-2"
      />
      <Table
        label="Open positions by market"
        rows={linesOf(desk)}
        rowKey={({ key }) => key}
        columns={columns}
      />
    </Card>
  )
}

/** A line's name: sums stand out, markets are indented below their class. */
export function LineName({ name, isSum }: Pick<RiskLine, 'name' | 'isSum'>) {
  return <span className={classNames('text-ink', isSum ? 'font-semibold' : 'ps-3')}>{name}</span>
}

const columns: readonly Column<RiskLine>[] = [
  { key: 'name', title: 'Market', cell: (line) => <LineName {...line} /> },
  {
    key: 'mark',
    title: 'Bid, ask',
    end: true,
    cell: ({ market }) => market !== null && <Mark mark={market.mark} />,
  },
  {
    key: 'net',
    title: 'Customers’ net',
    end: true,
    cell: ({ sums }) => <Money amount={sums.net} signed max={0} min={0} />,
  },
  {
    key: 'gross',
    title: 'Gross',
    end: true,
    cell: ({ sums }) => <Money amount={sums.gross} max={0} min={0} />,
  },
  {
    key: 'unrealised',
    title: 'Unrealised',
    end: true,
    cell: ({ sums }) => <MoneyChange amount={sums.unrealised} max={2} arrow={false} />,
  },
  {
    key: 'today',
    title: 'Today',
    end: true,
    cell: ({ sums }) => <MoneyChange amount={sums.today} max={2} arrow={false} />,
  },
  {
    key: 'customers',
    title: 'Customers',
    end: true,
    cell: ({ sums }) => <span className="figures">{sums.customers}</span>,
  },
  {
    key: 'margin',
    title: 'Margin',
    end: true,
    cell: ({ sums }) => <Money amount={sums.margin} max={0} min={0} />,
  },
]

function Mark({ mark }: { readonly mark: RiskDesk['markets'][number]['mark'] }) {
  if (mark === null) return <span className="text-warn">no price</span>
  return (
    <span className="figures inline-flex flex-col text-12" title={`received ${clockOf(mark.at)}`}>
      <span>{mark.bid}</span>
      <span>{mark.ask}</span>
    </span>
  )
}
