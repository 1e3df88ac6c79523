import { consolePageTitles, type QueueWork } from '@candor/contract'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import { CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import type { OpsResult } from '../session/call-ops.ts'
import { useMe } from '../session/me.ts'
import { seesReserve } from '../session/sees-reserve.ts'
import { ListCard } from '../shell/list-card.tsx'
import { distanceTo } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { CoverCard } from './cover-card.tsx'
import { lateFirst } from './late-first.ts'
import { countText, pathOf, useDashboard } from './use-dashboard.ts'

type Dashboard = OpsResult<'opsDashboard'>

/** The first page: what waits for the operator's role, what is late, and what needs attention. */
export function DashboardPage() {
  const query = useDashboard()
  const { role } = useMe()
  const showsCover = seesReserve(role)
  return (
    <div className="p-6">
      <PageHead title="Dashboard" text="What waits for your role now. Late entries come first." />
      <Shown query={query}>
        {(dashboard) => (
          <div
            className={showsCover ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]' : 'max-w-4xl'}
          >
            <Work {...dashboard} />
            {showsCover && <CoverCard />}
          </div>
        )}
      </Shown>
    </div>
  )
}

function Work({ at, queues, lapsing, alerts }: Dashboard) {
  const waiting = lateFirst(queues)
  if (waiting.length + lapsing.length + alerts.length === 0)
    return (
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title="All done"
        text="Nothing waits for you, nothing is late, and there are no alerts."
      />
    )
  const now = Date.parse(at)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {alerts.length > 0 && <AlertsCard alerts={alerts} now={now} />}
      <WaitingCard queues={waiting} now={now} />
      {lapsing.length > 0 && <LapsingCard lapsing={lapsing} now={now} />}
    </div>
  )
}

function WaitingCard({ queues, now }: { readonly queues: readonly QueueWork[]; readonly now: number }) {
  return (
    <ListCard
      title="Waiting"
      none="No entry waits for you."
      rows={queues}
      rowKey={({ page }) => page}
      columns={[
        {
          key: 'page',
          title: 'Page',
          cell: ({ page }: QueueWork) => (
            <Link href={pathOf(page)} className="text-accent">
              {consolePageTitles[page]}
            </Link>
          ),
        },
        { key: 'waiting', title: 'Waiting', end: true, cell: ({ waiting }) => <Count count={waiting} /> },
        {
          key: 'late',
          title: 'Late',
          end: true,
          cell: ({ late }) =>
            late === 0 ? <Count count={0} /> : <Badge tone="bad">{countText(late)}</Badge>,
        },
        { key: 'mine', title: 'Yours', end: true, cell: ({ mine }) => <Count count={mine} /> },
        {
          key: 'oldest',
          title: 'Oldest',
          end: true,
          cell: ({ oldestAt }) => (oldestAt === null ? '' : distanceTo(oldestAt, now)),
        },
      ]}
    />
  )
}

const Count = ({ count }: { readonly count: number }) => (
  <span className={count === 0 ? 'figures text-ink-3' : 'figures'}>{countText(count)}</span>
)

function LapsingCard({ lapsing, now }: Pick<Dashboard, 'lapsing'> & { readonly now: number }) {
  return (
    <ListCard
      title="Proposals that lapse within a day"
      none="None."
      rows={lapsing}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'what',
          title: 'Proposal',
          cell: ({ id, summary }: Dashboard['lapsing'][number]) => (
            <Link href={`${pathOf('proposals')}/${id}`} className="text-accent">
              {summary}
            </Link>
          ),
        },
        {
          key: 'by',
          title: 'Decided by',
          cell: ({ own }) => (own ? 'another person: you proposed it' : 'you or a colleague'),
        },
        { key: 'lapses', title: 'Lapses', end: true, cell: ({ expiresAt }) => distanceTo(expiresAt, now) },
      ]}
    />
  )
}
