import { EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'
import type { ReportPeriod } from './report-period.ts'

type Late = OpsResult<'opsLatePayments'>
type Payment = Late['items'][number]

/** Deposits and withdrawals that were late at some time of the days, the longest late first. */
export function LatePaymentsCard({ period, name }: { readonly period: ReportPeriod; readonly name: string }) {
  const query = useOps('opsLatePayments', period)
  return (
    <Card flush>
      <SectionHead
        title="Late deposits and withdrawals"
        text="Past their time in these days, also where they were paid or answered since. A withdrawal has the time stated when it was requested."
        action={<CsvButton name={`late-${name}`} rows={() => rowsOf(query.data?.items ?? [])} />}
        className="px-5 pt-4 pb-2"
      />
      <Shown query={query}>
        {(late) =>
          late.items.length === 0 ? (
            <EmptyState title="None was late" text={basisText(late)} />
          ) : (
            <>
              <p className="px-5 pb-3 text-14 text-ink-2">{`${countsText(late)} ${basisText(late)}`}</p>
              <Table
                label="Late deposits and withdrawals"
                rows={late.items}
                rowKey={(row) => row.id}
                columns={columns}
              />
            </>
          )
        }
      </Shown>
    </Card>
  )
}

const basisText = ({ deadlineHours }: Late): string =>
  `Deposits are measured by the hours that withdrawals have now: ${deadlineHours}.`

const countsText = ({ counts, items }: Late): string => {
  const { deposits, withdrawals, waiting } = counts
  const shown = deposits + withdrawals > items.length ? ` The ${items.length} longest late are listed.` : ''
  return `Deposits: ${deposits}. Withdrawals: ${withdrawals}. Still waiting: ${waiting}.${shown}`
}

const lateText = ({ lateMinutes }: Payment): string =>
  `${Math.floor(lateMinutes / 60)} h ${lateMinutes % 60} min`

const columns: readonly Column<Payment>[] = [
  {
    key: 'kind',
    title: 'Payment',
    cell: (row) => <span className="text-ink">{row.kind === 'deposit' ? 'Deposit' : 'Withdrawal'}</span>,
  },
  {
    key: 'amount',
    title: 'Amount',
    end: true,
    cell: (row) => <Money amount={row.amount} asset={row.asset} />,
  },
  { key: 'due', title: 'Due', cell: (row) => momentOf(row.dueAt) },
  {
    key: 'ended',
    title: 'Ended',
    cell: (row) =>
      row.endedAt === null ? `Waiting (${row.status})` : `${momentOf(row.endedAt)} (${row.status})`,
  },
  {
    key: 'late',
    title: 'Late by',
    end: true,
    cell: (row) => <span className="figures">{lateText(row)}</span>,
  },
]

const rowsOf = (items: readonly Payment[]) => [
  ['kind', 'id', 'customer', 'asset', 'amount', 'requestedAt', 'dueAt', 'endedAt', 'lateMinutes', 'status'],
  ...items.map((row) => [
    ...[row.kind, row.id, row.userId, row.asset, row.amount, row.requestedAt, row.dueAt],
    ...[row.endedAt ?? '', String(row.lateMinutes), row.status],
  ]),
]
