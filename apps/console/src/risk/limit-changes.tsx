import type { ExposureLimitChange } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { useOps } from '../session/use-ops.ts'
import { Shown } from '../shell/states.tsx'
import { Who } from '../shell/who.tsx'

/** Changes of exposure limits, newest first; nothing before the first one. */
export function LimitChanges() {
  const query = useOps('opsExposureLimits', {}, { everyMs: 5_000 })
  return (
    <Shown query={query}>
      {({ changes }) =>
        changes.length > 0 && (
          <details className="border-hairline border-t px-5 py-3">
            <summary className="cursor-pointer text-14 text-accent">Changes of limits</summary>
            <Table
              label="Changes of exposure limits"
              rows={changes}
              rowKey={({ code, at }) => `${code} ${at}`}
              columns={columns}
              className="-mx-5 mt-2"
            />
          </details>
        )
      }
    </Shown>
  )
}

const columns: readonly Column<ExposureLimitChange>[] = [
  { key: 'code', title: 'Market', cell: ({ code }) => <span className="text-ink">{code}</span> },
  {
    key: 'limit',
    title: 'Limit',
    end: true,
    cell: ({ limit }) => (limit === null ? 'removed' : <Money amount={limit} max={2} min={0} />),
  },
  {
    key: 'reason',
    title: 'Reason',
    className: 'max-w-80',
    cell: ({ reason }) => <span className="[overflow-wrap:anywhere]">{reason}</span>,
  },
  {
    key: 'who',
    title: 'Proposed, approved',
    cell: ({ proposedBy, approvedBy, at }) => <Who proposedBy={proposedBy} approvedBy={approvedBy} at={at} />,
  },
]
