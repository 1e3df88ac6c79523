import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { serverNow } from '../../live/server-time.ts'
import { failureText } from '../../session/calls/failure.ts'
import { ListEnd } from '../../session/calls/list-end.tsx'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { DownloadButton } from '../../shell/download-button.tsx'
import { useLayout } from '../../shell/use-layout.ts'
import { MonthChoice } from './month-choice.tsx'
import { StatementFilterBar } from './statement-filter-bar.tsx'
import {
  fileMonths,
  type Months,
  monthsSince,
  type Period,
  periods,
  rangeOf,
  type StatementRange,
} from './statement-form.ts'
import { StatementLines } from './statement-lines.tsx'
import { StatementTotals } from './statement-totals.tsx'
import { TaxStatementCard } from './tax-statement-card.tsx'
import { type StatementFilter, useStatement } from './use-statement.ts'

/** Every movement of the account in use, by period, and as a file. */
export function StatementPanel() {
  const t = useT()
  const { period, setPeriod, offered, months, setMonths, range } = usePeriod()
  const [filter, setFilter] = useState<StatementFilter>({})
  const file = { range, months: period === 'months' ? months : null }
  return (
    <>
      <p className="max-w-line text-14 text-ink-2">{t('statement.lead')}</p>
      <div className="mt-4 mb-3 flex flex-wrap items-center justify-between gap-3">
        <PeriodChoice period={period} onChange={setPeriod} />
        <div className="flex gap-2">
          <FileButton format="csv" {...file} />
          <FileButton format="pdf" {...file} />
        </div>
      </div>
      {period === 'months' && <MonthChoice offered={offered} months={months} onChange={setMonths} />}
      <StatementTotals range={range} />
      <TaxStatementCard />
      <StatementFilterBar filter={filter} onChange={setFilter} />
      <Movements range={range} filter={filter} />
    </>
  )
}

/** The chosen period, and the months that can be chosen: those since the customer's account was opened. */
function usePeriod() {
  const { user } = useSession()
  const [period, setPeriod] = useState<Period>('30')
  const [now] = useState(() => new Date(serverNow()))
  const opened = user?.createdAt
  const offered = useMemo(
    () => monthsSince(opened === undefined ? now : new Date(opened), now),
    [opened, now],
  )
  const [chosen, setMonths] = useState<Months | null>(null)
  const [newest = ''] = offered
  const months = useMemo(() => chosen ?? { first: newest, last: newest }, [chosen, newest])
  const range = useMemo(() => rangeOf(period, months, now), [period, months, now])
  return { period, setPeriod, offered, months, setMonths, range }
}

function PeriodChoice({
  period,
  onChange,
}: {
  readonly period: Period
  readonly onChange: (period: Period) => void
}) {
  const t = useT()
  const layout = useLayout()
  const choices = periods.map((value) => ({ value, label: t(`statement.period.${value}`) }))
  return layout === 'desktop' ? (
    <SegmentedControl label={t('statement.period')} choices={choices} value={period} onChange={onChange} />
  ) : (
    <Select
      label={t('statement.period')}
      options={choices}
      value={period}
      onChange={onChange}
      className="w-40"
    />
  )
}

function FileButton({
  format,
  range,
  months,
}: {
  readonly format: 'csv' | 'pdf'
  readonly range: StatementRange
  readonly months: Months | null
}) {
  const t = useT()
  const { mode } = useSession()
  const named = months === null ? mode : `${mode}-${fileMonths(months)}`
  return (
    <DownloadButton
      call="statement"
      input={{ format, ...range }}
      fileName={`statement-${named}.${format}`}
      done={t('statement.downloaded')}
    >
      {t(`statement.download.${format}`)}
    </DownloadButton>
  )
}

function NoMovements({ filter }: { readonly filter: StatementFilter }) {
  const t = useT()
  const filtered = filter.group !== undefined || filter.asset !== undefined
  return (
    <EmptyState
      icon={<ReceiptText aria-hidden />}
      title={t(filtered ? 'statement.filter.none' : 'statement.empty.title')}
      text={filtered ? undefined : t('statement.empty.text')}
    />
  )
}

function Movements({ range, filter }: { readonly range: StatementRange; readonly filter: StatementFilter }) {
  const t = useT()
  const { query, lines } = useStatement(range, filter)
  if (query.isError && lines === undefined) {
    return (
      <ErrorState
        title={t('shell.loadFailed')}
        text={failureText(t, query.error)}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (lines === undefined) return <SkeletonLines count={8} />
  if (lines.length === 0 && !query.hasNextPage) return <NoMovements filter={filter} />
  return (
    <>
      {lines.length === 0 ? (
        <EmptyState
          icon={<ReceiptText aria-hidden />}
          title={t('statement.filter.notYet')}
          text={t('statement.filter.notYet.text')}
        />
      ) : (
        <Card flush>
          <StatementLines byDay label={t('statement.title')} lines={lines} />
        </Card>
      )}
      <ListEnd
        list={{
          hasMore: query.hasNextPage,
          loadingMore: query.isFetchingNextPage,
          more: query.fetchNextPage,
        }}
        className="py-6"
      />
    </>
  )
}
