import type { CallName } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { ListEnd } from '../session/calls/list-end.tsx'
import type { PagedList } from '../session/calls/use-pages.ts'
import { useWords } from '../session/language/language.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { goTo } from '../shell/hash-location.ts'

interface Recorded {
  readonly id: string
  readonly createdAt: string
}

type ListCall = Extract<CallName, 'listRecharge' | 'listWithdrwal'>

/** Deposits or withdrawals, newest first: they open on a click, download as a file, and load page by page. */
export function RecordList<Row extends Recorded>({
  list,
  label,
  columns,
  pathOf,
  card,
  file,
  empty,
}: {
  readonly list: PagedList<Row>
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly pathOf: (id: string) => string
  /** Card on the phone: a title, the amount and the state. */
  readonly card: (row: Row) => {
    readonly title: string
    readonly value: ReactNode
    readonly state: ReactNode
  }
  readonly file: { readonly call: ListCall; readonly name: string }
  /** Shown while the list is empty, with a link to the first step. */
  readonly empty: NoRecordsProps
}) {
  const { items, failed, retry } = list
  const { t } = useWords()
  if (failed) return <ErrorState title={t('shell.loadFailed')} onRetry={retry} />
  if (items === undefined) return <SkeletonLines count={5} />
  if (items.length === 0) return <NoRecords {...empty} />
  return (
    <>
      <div className="mb-3 flex justify-end">
        <CsvButton {...file} />
      </div>
      <Card flush>
        <Table
          label={label}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          onRow={({ id }) => goTo(pathOf(id).slice(1))}
          card={(row) => (
            <a href={pathOf(row.id)} className="block text-ink no-underline">
              <CardLines {...card(row)} detail={<RecordMoment iso={row.createdAt} />} />
            </a>
          )}
        />
      </Card>
      <ListEnd list={list} className="py-6" />
    </>
  )
}

interface NoRecordsProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly act: { readonly path: string; readonly name: string }
}

function NoRecords({ icon, title, text, act }: NoRecordsProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={text}
      action={
        <a href={act.path} className={buttonClass('primary')}>
          {act.name}
        </a>
      }
    />
  )
}

/** The column that opens a record: the time of its request. */
export const momentColumn = <Row extends Recorded>(
  title: string,
  pathOf: (id: string) => string,
): Column<Row> => ({
  key: 'at',
  title,
  cell: ({ createdAt, id }) => (
    <a href={pathOf(id)} className="text-ink no-underline hover:underline">
      <RecordMoment iso={createdAt} />
    </a>
  ),
})

function RecordMoment({ iso }: { readonly iso: string }) {
  const { tag } = useWords()
  return <time dateTime={iso}>{formatMinute(iso, tag)}</time>
}

function CsvButton({ call, name }: { readonly call: ListCall; readonly name: string }) {
  const { t } = useWords()
  return (
    <DownloadButton call={call} input={{ format: 'csv' }} fileName={name}>
      {t('funding.list.csv')}
    </DownloadButton>
  )
}
