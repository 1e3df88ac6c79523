import type { ClaimShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'

const stateWords: Readonly<Record<ClaimShown['state'], readonly [string, 'bad' | 'good' | 'neutral']>> = {
  none: ['nothing owed', 'neutral'],
  open: ['owed', 'bad'],
  paid: ['settled', 'good'],
  waived: ['waived', 'neutral'],
}

/** Reversed deposits, with the amounts customers still owe. */
export function ClaimsCard({ may }: { readonly may: boolean }) {
  const { data } = useOps('opsReversals', {}, { everyMs: 30_000 })
  const [openClaim, setOpenClaim] = useState<ClaimShown | null>(null)
  return (
    <>
      <ListCard
        title="Reversed deposits and claims"
        none="No deposits have been reversed."
        rows={data ?? []}
        rowKey={({ id }) => id}
        columns={[
          { key: 'at', title: 'Time', cell: ({ at }) => momentOf(at) },
          {
            key: 'who',
            title: 'Customer',
            cell: ({ customer }) => (
              <Link href={`/customers/${customer.id}`} className="text-accent">
                {customer.userName}
              </Link>
            ),
          },
          {
            key: 'taken',
            title: 'Reversed',
            end: true,
            cell: ({ taken, coin }) => <Money amount={taken} asset={coin} max={8} />,
          },
          {
            key: 'claim',
            title: 'Not recovered',
            end: true,
            cell: ({ claim, coin }) => <Money amount={claim} asset={coin} max={8} />,
          },
          {
            key: 'state',
            title: 'Claim',
            cell: ({ state }) => <Badge tone={stateWords[state][1]}>{stateWords[state][0]}</Badge>,
          },
          { key: 'why', title: 'Reason', cell: ({ reason }) => reason },
          actColumn((claim: ClaimShown) =>
            may && claim.state === 'open' ? (
              <Button variant="secondary" size="s" onClick={() => setOpenClaim(claim)}>
                Close claim …
              </Button>
            ) : null,
          ),
        ]}
      />
      {openClaim !== null && <EndDialog claim={openClaim} onClose={() => setOpenClaim(null)} />}
    </>
  )
}

function EndDialog({ claim, onClose }: { readonly claim: ClaimShown; readonly onClose: () => void }) {
  const propose = useOpsMutation('opsCloseClaim')
  const [outcome, setOutcome] = useState<'paid' | 'waived'>('paid')
  return (
    <ProposalDialog
      title={`Close the claim on ${claim.customer.userName}`}
      text="This moves no money. In the reason, say how the claim was paid or why it is waived."
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ id: claim.id, outcome, reason }, { onSuccess: done })}
    >
      <SegmentedControl
        full
        label="Outcome"
        value={outcome}
        onChange={setOutcome}
        choices={[
          { value: 'paid', label: 'Paid outside the platform' },
          { value: 'waived', label: 'Waived' },
        ]}
      />
    </ProposalDialog>
  )
}
