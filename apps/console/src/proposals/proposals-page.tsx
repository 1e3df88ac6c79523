import type { ProposalEntry } from '@candor/contract'
import { Badge, EmptyState, type Tone } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { UsersRound } from 'lucide-react'
import { useLocation, useRoute } from 'wouter'
import { useOpsPages } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ShownPages } from '../shell/states.tsx'
import { ProposalView } from './proposal-view.tsx'

const tones: Readonly<Record<ProposalEntry['status'], Tone>> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
}

/** Proposals of one operator that another has to decide. */
export function ProposalsPage() {
  const [, params] = useRoute<{ id: string }>('/proposals/:id')
  const [, go] = useLocation()
  const query = useOpsPages('opsProposals', { limit: 50 }, 15_000)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="p-6">
      <PageHead
        title="Four eyes"
        text="Changes that need a second person. You cannot approve your own proposal."
      >
        <CsvButton name="proposals" rows={() => rowsOf(items)} />
      </PageHead>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Card flush className="self-start">
          <ShownPages
            query={query}
            empty={{
              icon: <UsersRound aria-hidden />,
              title: 'No proposals yet',
              text: 'Corrections, freezes, tariffs and parameters marked ⚖ wait here for a second person.',
            }}
          >
            {(shown) => (
              <Table
                label="Proposals"
                rows={shown}
                rowKey={({ id }) => id}
                onRow={({ id }) => go(`/proposals/${id}`)}
                columns={columns}
              />
            )}
          </ShownPages>
        </Card>
        {params === null ? (
          <EmptyState title="No proposal selected" text="Select a proposal to see what it would do." />
        ) : (
          <ProposalView key={params.id} id={params.id} />
        )}
      </div>
    </div>
  )
}

const columns: readonly Column<ProposalEntry>[] = [
  {
    key: 'what',
    title: 'Proposal',
    cell: ({ id, summary }) => (
      <a href={`#/proposals/${id}`} className="text-ink no-underline hover:text-accent">
        {summary}
      </a>
    ),
  },
  { key: 'by', title: 'Proposed by', cell: ({ proposedBy }) => proposedBy.email },
  {
    key: 'at',
    title: 'Time',
    cell: ({ proposedAt }) => <span className="figures">{momentOf(proposedAt)}</span>,
  },
  {
    key: 'status',
    title: 'Status',
    end: true,
    cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge>,
  },
]

const rowsOf = (items: readonly ProposalEntry[]) => [
  ['id', 'kind', 'summary', 'reason', 'status', 'proposed by', 'proposed', 'decided by', 'decided'],
  ...items.map((one) => [
    one.id,
    one.kind,
    one.summary,
    one.reason,
    one.status,
    one.proposedBy.email,
    one.proposedAt,
    one.decidedBy?.email ?? '',
    one.decidedAt ?? '',
  ]),
]
