import { TextInput } from '@candor/ui/controls/field.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'

type Move = OpsResult<'opsMoneyReport'>[number]

/** One day's money: what moved, from where to where. */
export function ReportPage() {
  const [day, setDay] = useState(() => new Date().toISOString().slice(0, 10))
  const query = useOps('opsMoneyReport', { day }, { enabled: day !== '' })
  return (
    <div className="p-6">
      <PageHead title="Daily money flow" text="All ledger entries of one day (UTC), by kind.">
        <TextInput
          type="date"
          aria-label="Day"
          value={day}
          onChange={(event) => setDay(event.target.value)}
          className="figures h-9 w-40"
        />
        <CsvButton name={`money-${day}`} rows={() => rowsOf(query.data ?? [])} />
      </PageHead>
      <Card flush>
        <Shown query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No entries" text="The ledger has no entries on this day." />
            ) : (
              <Table
                label="Money flow"
                rows={rows}
                rowKey={(row) => `${row.kind}${row.asset}${row.from}${row.to}`}
                columns={columns}
              />
            )
          }
        </Shown>
      </Card>
    </div>
  )
}

const columns: readonly Column<Move>[] = [
  { key: 'kind', title: 'Kind', cell: (row) => <span className="text-ink">{row.kind}</span> },
  { key: 'from', title: 'From', cell: (row) => row.from },
  { key: 'to', title: 'To', cell: (row) => row.to },
  {
    key: 'count',
    title: 'Entries',
    end: true,
    cell: (row) => <span className="figures">{row.count}</span>,
  },
  {
    key: 'amount',
    title: 'Total',
    end: true,
    cell: (row) => <Money amount={row.amount} asset={row.asset === 'DEMO' ? 'USDT demo' : row.asset} />,
  },
]

const rowsOf = (moves: readonly Move[]) => [
  ['kind', 'from', 'to', 'asset', 'count', 'amount'],
  ...moves.map((row) => [row.kind, row.from, row.to, row.asset, String(row.count), row.amount]),
]
