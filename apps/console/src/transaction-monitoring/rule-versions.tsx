import type { MonitoringRuleVersion } from '@candor/contract'
import type { Column } from '@candor/ui/figures/table.tsx'
import { useOps } from '../session/use-ops.ts'
import { ListCard } from '../shell/list-card.tsx'
import { Shown } from '../shell/states.tsx'
import { Who } from '../shell/who.tsx'
import { SeverityBadge } from './severity-badge.tsx'

/** Versions of a rule, newest first: a hit names the one that made it. */
export function RuleVersions({ id }: { readonly id: string }) {
  const query = useOps('opsMonitoringRuleVersions', { id })
  return (
    <Shown query={query}>
      {({ versions }) => (
        <ListCard
          title="Versions"
          none=""
          rows={versions}
          rowKey={({ version }) => String(version)}
          columns={columns}
        />
      )}
    </Shown>
  )
}

const columns: readonly Column<MonitoringRuleVersion>[] = [
  { key: 'version', title: 'Version', cell: ({ version }) => <span className="figures">{version}</span> },
  {
    key: 'condition',
    title: 'Condition',
    className: 'min-w-60 whitespace-normal',
    cell: ({ condition, rule }) => (
      <span className="flex flex-col gap-1">
        <span className="text-ink">{condition}</span>
        <span className="text-12 text-ink-2 [overflow-wrap:anywhere]">{rule.guidance}</span>
      </span>
    ),
  },
  { key: 'severity', title: 'Severity', cell: ({ rule }) => <SeverityBadge severity={rule.severity} /> },
  { key: 'state', title: 'State', cell: ({ rule }) => (rule.on ? 'on' : 'off') },
  {
    key: 'reason',
    title: 'Reason',
    className: 'max-w-60 whitespace-normal',
    cell: ({ reason }) => <span className="[overflow-wrap:anywhere]">{reason}</span>,
  },
  {
    key: 'who',
    title: 'Proposed, approved',
    cell: ({ proposedBy, approvedBy, at }) =>
      proposedBy === null ? (
        <span className="text-ink-3">comes with the product</span>
      ) : (
        <Who proposedBy={proposedBy} approvedBy={approvedBy} at={at} />
      ),
  },
]
