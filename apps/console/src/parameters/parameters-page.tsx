import type { ParameterShown } from '@candor/contract'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { dayOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { openDetails } from './open-details.ts'
import { OpenDetailsCard } from './open-details-card.tsx'
import { ParameterDialog } from './parameter-dialog.tsx'
import { textOf } from './value-text.ts'

/** Every parameter an operator can change, marked where it differs from its default. */
export function ParametersPage() {
  const { role } = useMe()
  const query = useOps('opsParameters', {})
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const words = search.trim().toLowerCase()
  const rows = (query.data ?? []).filter(({ key }) => key.toLowerCase().includes(words))
  const chosen = query.data?.find(({ key }) => key === open) ?? null
  return (
    <div className="p-6">
      <PageHead
        title="Parameters"
        text="Each change needs a reason and is recorded in the audit log. Parameters marked ⚖ need a second person."
      >
        {role !== 'content' && (
          <Link href="/monitoring-rules" className="text-14 text-accent">
            Monitoring rules
          </Link>
        )}
        <SearchInput
          compact
          aria-label="Search parameters"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <CsvButton name="parameters" rows={() => rowsOf(rows)} />
      </PageHead>
      <OpenDetailsCard keys={openDetails(query.data ?? [])} onOpen={setOpen} />
      <Card flush>
        <Shown query={query}>
          {() => (
            <Table
              label="Parameters"
              rows={rows}
              rowKey={({ key }) => key}
              onRow={({ key }) => setOpen(key)}
              columns={columns(setOpen)}
            />
          )}
        </Shown>
      </Card>
      {chosen !== null && (
        <ParameterDialog key={chosen.key} parameter={chosen} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

const columns = (onOpen: (key: string) => void): readonly Column<ParameterShown>[] => [
  {
    key: 'key',
    title: 'Name',
    cell: ({ key, fourEyes }) => (
      <button type="button" className="text-start text-ink" onClick={() => onOpen(key)}>
        {key}
        {fourEyes && (
          <span title="Needs a second person" className="ms-2">
            ⚖
          </span>
        )}
      </button>
    ),
  },
  {
    key: 'value',
    title: 'Current',
    className: 'max-w-48 xl:max-w-96',
    cell: ({ value }) => (
      <span className="figures block truncate" title={textOf(value)}>
        {textOf(value)}
      </span>
    ),
  },
  {
    key: 'standard',
    title: 'Default',
    className: 'max-w-32 whitespace-nowrap xl:max-w-64',
    cell: (row) => <Standard row={row} />,
  },
  {
    key: 'who',
    title: 'Visible to',
    cell: ({ open: seen }) => (seen ? 'everyone' : 'operators'),
  },
  {
    key: 'at',
    title: 'Changed',
    end: true,
    cell: ({ changedAt, fixed }) =>
      fixed ? <Badge>fixed</Badge> : changedAt === null ? '' : dayOf(changedAt),
  },
]

function Standard({ row }: { readonly row: ParameterShown }) {
  const same = textOf(row.value) === textOf(row.standard)
  return same ? (
    <span className="text-ink-3">same</span>
  ) : (
    <span className="figures block truncate text-ink-2" title={textOf(row.standard)}>
      {textOf(row.standard)}
    </span>
  )
}

const rowsOf = (rows: readonly ParameterShown[]) => [
  ['key', 'value', 'default', 'four eyes', 'open', 'version', 'changed'],
  ...rows.map((row) => [
    row.key,
    textOf(row.value),
    textOf(row.standard),
    row.fourEyes ? 'yes' : 'no',
    row.open ? 'yes' : 'no',
    String(row.version),
    row.changedAt ?? '',
  ]),
]
