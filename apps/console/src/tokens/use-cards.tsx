import type { ServiceTokenUse } from '@candor/contract'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { KeyRound } from 'lucide-react'
import { useOps } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'

type CallsOfDay = ServiceTokenUse['calls'][number]
type Network = ServiceTokenUse['networks'][number]

/** Calls of a token by day and name, and the networks it was used from. */
export function UseCards({ tokenId }: { readonly tokenId: string }) {
  const query = useOps('opsServiceTokenUse', { id: tokenId }, { everyMs: 10_000 })
  return (
    <Card flush>
      <SectionHead
        title="Calls of the last 30 days"
        text="Each look at a customer, and each message sent again, is also an entry in the audit log."
        className="px-5 pt-4 pb-2"
      />
      <Shown query={query}>
        {({ calls, networks }) =>
          calls.length === 0 ? (
            <EmptyState
              icon={<KeyRound aria-hidden />}
              title="Not used yet"
              text="Calls appear here by day, with those that were outside the token’s scopes."
            />
          ) : (
            <>
              <Table
                label="Calls"
                rows={calls}
                rowKey={({ day, call }) => `${day} ${call}`}
                columns={callColumns}
                card={(one) => <CallsCard calls={one} />}
              />
              <SectionHead title="Networks" className="px-5 pt-5 pb-2" />
              <Table
                label="Networks"
                rows={networks}
                rowKey={({ network }) => network}
                columns={networkColumns}
              />
            </>
          )
        }
      </Shown>
    </Card>
  )
}

/** The calls of a day on a narrow screen. */
function CallsCard({ calls: { day, call, calls, refused } }: { readonly calls: CallsOfDay }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-14">
      <span className="min-w-0">
        <code className="text-12 [overflow-wrap:anywhere]">{call}</code>
        <span className="figures block text-12 text-ink-3">{day}</span>
      </span>
      <span className="figures shrink-0 text-end">
        {calls}
        {refused > 0 && <span className="block text-12 text-bad">{`${refused} refused`}</span>}
      </span>
    </div>
  )
}

const callColumns: readonly Column<CallsOfDay>[] = [
  {
    key: 'day',
    title: 'Day (UTC)',
    cell: ({ day }) => <span className="figures whitespace-nowrap">{day}</span>,
  },
  {
    key: 'call',
    title: 'Call',
    cell: ({ call }) => <code className="text-12 [overflow-wrap:anywhere]">{call}</code>,
  },
  { key: 'calls', title: 'Calls', end: true, cell: ({ calls }) => <span className="figures">{calls}</span> },
  {
    key: 'refused',
    title: 'Refused',
    end: true,
    cell: ({ refused }) => <span className={refused === 0 ? 'figures' : 'figures text-bad'}>{refused}</span>,
  },
]

const networkColumns: readonly Column<Network>[] = [
  {
    key: 'network',
    title: 'Network',
    cell: ({ network }) => <span className="figures [overflow-wrap:anywhere]">{network}</span>,
  },
  {
    key: 'first',
    title: 'First used',
    end: true,
    cell: ({ firstAt }) => <span className="figures whitespace-nowrap">{momentOf(firstAt)}</span>,
  },
]
