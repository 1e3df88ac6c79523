import type { OpsCalls, OpsResultOf } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { ScanSearch } from 'lucide-react'
import { Link, Redirect, useLocation, useRoute } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { RuleView } from './rule-view.tsx'
import { kindWords } from './rule-words.ts'
import { SeverityBadge } from './severity-badge.tsx'

type Rule = OpsResultOf<OpsCalls['opsMonitoringRules']>['rules'][number]

/** Transaction monitoring rules, or one of them with its test. */
export function MonitoringRulesPage() {
  const [, params] = useRoute<{ id: string }>('/monitoring-rules/:id')
  const query = useOps('opsMonitoringRules', {})
  if (params === null) return <RuleList query={query} />
  if (params.id === 'new') return <RuleView key="new" version={null} />
  return (
    <Shown query={query}>
      {({ rules }) => {
        const rule = rules.find(({ id }) => id === params.id)
        // A new version is another rule to edit.
        return rule === undefined ? (
          <Redirect to="/monitoring-rules" replace />
        ) : (
          <RuleView key={`${rule.id} ${rule.version}`} version={rule} />
        )
      }}
    </Shown>
  )
}

function RuleList({ query }: { readonly query: ReturnType<typeof useOps<'opsMonitoringRules'>> }) {
  const [, go] = useLocation()
  const { role } = useMe()
  return (
    <div className="p-6">
      <PageHead
        title="Monitoring rules"
        text="They mark deposits and withdrawals for their reviewer, with the figures that met them. They refuse nothing, and customers are not told. Every change takes two people."
      >
        {role !== 'reviewer' && <Button onClick={() => go('/monitoring-rules/new')}>New rule …</Button>}
      </PageHead>
      <Card flush>
        <Shown query={query}>
          {({ rules }) =>
            rules.length === 0 ? (
              <EmptyState
                icon={<ScanSearch aria-hidden />}
                title="No monitoring rules"
                text="Add a rule for what your reviewers should look at more closely."
              />
            ) : (
              <Table
                label="Monitoring rules"
                rows={rules}
                rowKey={({ id }) => id}
                onRow={({ id }) => go(`/monitoring-rules/${id}`)}
                columns={columns}
                card={(rule) => <RuleCard rule={rule} />}
              />
            )
          }
        </Shown>
      </Card>
    </div>
  )
}

const columns: readonly Column<Rule>[] = [
  { key: 'name', title: 'Rule', cell: (rule) => <Name rule={rule} /> },
  {
    key: 'condition',
    title: 'Condition',
    className: 'whitespace-normal',
    cell: ({ condition }) => condition,
  },
  { key: 'severity', title: 'Severity', cell: ({ rule }) => <SeverityBadge severity={rule.severity} /> },
  { key: 'state', title: 'State', cell: ({ rule }) => (rule.on ? 'on' : 'off') },
  {
    key: 'hits',
    title: 'Hits, 30 days',
    end: true,
    cell: ({ hits }) => <span className="figures">{hits}</span>,
  },
]

function Name({ rule: { id, rule, version } }: { readonly rule: Rule }) {
  return (
    <span className="block">
      <Link
        href={`/monitoring-rules/${id}`}
        className="font-medium text-ink no-underline [overflow-wrap:anywhere] hover:underline"
      >
        {rule.name}
      </Link>
      <span className="block text-12 text-ink-3">{`${kindWords[rule.kind]}, version ${version}`}</span>
    </span>
  )
}

/** A rule on a narrow screen. */
function RuleCard({ rule }: { readonly rule: Rule }) {
  return (
    <div className="flex flex-col gap-2 text-14">
      <div className="flex items-start justify-between gap-3">
        <Name rule={rule} />
        <SeverityBadge severity={rule.rule.severity} />
      </div>
      <p className="text-ink-2">{rule.condition}</p>
      <p className="text-12 text-ink-3">{`${rule.rule.on ? 'on' : 'off'}, ${rule.hits} hits in 30 days`}</p>
    </div>
  )
}
