import { mostReportDays } from '@candor/contract'
import { utcDay } from '@candor/rules/time-units.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { TextInput } from '@candor/ui/controls/field.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { HouseResultCard } from './house-result-card.tsx'
import { LatePaymentsCard } from './late-payments-card.tsx'
import { ReportFilesDialog } from './report-files-dialog.tsx'
import { daysOf, daysOfMonth, type ReportPeriod } from './report-period.ts'
import { TrialBalanceCard } from './trial-balance-card.tsx'

type Move = OpsResult<'opsMoneyReport'>[number]

const lengths = [
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
  { value: 'range', label: 'Range' },
] as const
const monies = [
  { value: 'real', label: 'Real money' },
  { value: 'demo', label: 'Demo money' },
] as const
type Length = (typeof lengths)[number]['value']
type MoneyKind = (typeof monies)[number]['value']

/** Money of a day, a month or some days: what moved, from where to where, and the balances at the end. */
export function ReportPage() {
  const [length, setLength] = useState<Length>('day')
  const [money, setMoney] = useState<MoneyKind>('real')
  const [period, setPeriod] = useState<ReportPeriod>(() => daysOf(utcDay(Date.now())))
  const [isSaving, setSaving] = useState(false)
  const isWhole = period.day !== '' && period.to !== '' && period.to >= period.day
  const query = useOps('opsMoneyReport', period, { enabled: isWhole })
  const changeLength = (chosen: Length) => {
    setLength(chosen)
    if (chosen === 'day') setPeriod(daysOf(period.to))
    if (chosen === 'month') setPeriod(daysOfMonth(period.to.slice(0, 7)))
  }
  const ofKind = (rows: readonly Move[]) =>
    rows.filter(({ asset }) => (asset === 'DEMO') === (money === 'demo'))
  return (
    <div className="p-6">
      <PageHead
        title="Money reports"
        text="All ledger entries of a day, a month or some days (UTC) by kind, and the balances at the end."
      >
        <SegmentedControl label="Length" choices={lengths} value={length} onChange={changeLength} />
        <PeriodInputs length={length} period={period} onChange={setPeriod} />
        <SegmentedControl label="Money" choices={monies} value={money} onChange={setMoney} />
        {isWhole && money === 'real' && (
          <Button
            variant="secondary"
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => setSaving(true)}
          >
            File …
          </Button>
        )}
      </PageHead>
      <div className="space-y-6">
        <Card flush>
          <SectionHead
            title="Movements"
            action={
              <CsvButton name={`money-${nameOf(period)}`} rows={() => rowsOf(ofKind(query.data ?? []))} />
            }
            className="px-5 pt-4 pb-2"
          />
          {isWhole ? (
            <Shown query={query}>{(rows) => <Movements rows={ofKind(rows)} />}</Shown>
          ) : (
            <EmptyState title="No such days" text="The last day has to be the first one or later." />
          )}
        </Card>
        {isWhole && money === 'real' && <RealMoneyCards period={period} />}
      </div>
      {isSaving && (
        <ReportFilesDialog period={period} name={nameOf(period)} onClose={() => setSaving(false)} />
      )}
    </div>
  )
}

/** Shows the reports that exist for real money only. */
const RealMoneyCards = ({ period }: { readonly period: ReportPeriod }) => (
  <>
    <HouseResultCard period={period} name={nameOf(period)} />
    <LatePaymentsCard period={period} name={nameOf(period)} />
    <TrialBalanceCard day={period.to} />
  </>
)

interface PeriodInputsProps {
  readonly length: Length
  readonly period: ReportPeriod
  readonly onChange: (period: ReportPeriod) => void
}

function PeriodInputs({ length, period, onChange }: PeriodInputsProps) {
  if (length === 'month')
    return (
      <div className="w-44">
        <TextInput
          type="month"
          aria-label="Month"
          value={period.to.slice(0, 7)}
          onChange={({ target }) => target.value !== '' && onChange(daysOfMonth(target.value))}
          className="figures"
        />
      </div>
    )
  if (length === 'day')
    return <DayInput label="Day" day={period.day} onChange={(day) => onChange(daysOf(day))} />
  return (
    <>
      <DayInput label="First day" day={period.day} onChange={(day) => onChange({ ...period, day })} />
      <DayInput
        label={`Last day, of at most ${mostReportDays}`}
        day={period.to}
        onChange={(to) => onChange({ ...period, to })}
      />
    </>
  )
}

interface DayInputProps {
  readonly label: string
  readonly day: string
  readonly onChange: (day: string) => void
}

const DayInput = ({ label, day, onChange }: DayInputProps) => (
  <div className="w-44">
    <TextInput
      type="date"
      aria-label={label}
      value={day}
      onChange={({ target }) => onChange(target.value)}
      className="figures"
    />
  </div>
)

function Movements({ rows }: { readonly rows: readonly Move[] }) {
  if (rows.length === 0)
    return <EmptyState title="No entries" text="The ledger has no entries of this time." />
  return (
    <Table
      label="Movements"
      rows={rows}
      rowKey={(row) => `${row.kind}${row.asset}${row.from}${row.to}`}
      columns={columns}
    />
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

const nameOf = ({ day, to }: ReportPeriod): string => (day === to ? day : `${day}-${to}`)

const rowsOf = (moves: readonly Move[]) => [
  ['kind', 'from', 'to', 'asset', 'count', 'amount'],
  ...moves.map((row) => [row.kind, row.from, row.to, row.asset, String(row.count), row.amount]),
]
