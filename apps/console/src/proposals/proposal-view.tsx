import type { ProposalShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { Sections } from '../shell/sections.tsx'
import { Shown } from '../shell/states.tsx'
import { TextField } from '../shell/text-field.tsx'

/** One proposal: its effect, its reason, and the two decisions. */
export function ProposalView({ id }: { readonly id: string }) {
  const query = useOps('opsProposal', { id })
  return (
    <Shown query={query}>
      {(shown) => (
        <div className="flex flex-col gap-4">
          <Card>
            <h2 className="font-semibold text-16 text-ink">{shown.summary}</h2>
            <p className="mt-1 text-14 text-ink-2">{shown.reason}</p>
            <DetailList className="mt-2">
              <Detail name="Proposed">{`${shown.proposedBy.email}, ${momentOf(shown.proposedAt)}`}</Detail>
              {shown.status === 'pending' ? (
                <Detail name="Expires">{momentOf(shown.expiresAt)}</Detail>
              ) : (
                <Detail name={shown.status}>
                  {[shown.decidedBy?.email, shown.decidedAt === null ? null : momentOf(shown.decidedAt)]
                    .filter(Boolean)
                    .join(', ')}
                </Detail>
              )}
              {shown.decidedReason !== null && <Detail name="Reason">{shown.decidedReason}</Detail>}
            </DetailList>
          </Card>
          <Sections sections={shown.sections} />
          {shown.status === 'pending' && <Decide shown={shown} />}
        </div>
      )}
    </Shown>
  )
}

function Decide({ shown }: { readonly shown: ProposalShown }) {
  const me = useMe()
  if (shown.proposedBy.id === me.id) return <OwnProposal id={shown.id} />
  if (!shown.mayApprove)
    return (
      <Card>
        <p className="text-14 text-ink-2">Your role cannot decide this.</p>
      </Card>
    )
  return (
    <Card className="flex flex-col gap-3">
      <Approval shown={shown} />
      <Rejection id={shown.id} />
    </Card>
  )
}

const report = (words: string) => () => toast(words, 'good')

function OwnProposal({ id }: { readonly id: string }) {
  const withdraw = useOpsMutation('opsWithdrawProposal')
  return (
    <Card className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">You proposed this. Another operator must decide.</p>
      <Button
        variant="secondary"
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate({ id }, { onSuccess: report('Proposal withdrawn.') })}
      >
        Withdraw proposal
      </Button>
      {withdraw.error !== null && <Banner tone="bad">{sentenceOf(withdraw.error)}</Banner>}
    </Card>
  )
}

function Approval({ shown: { id, shownHash } }: { readonly shown: ProposalShown }) {
  const approve = useOpsMutation('opsApproveProposal')
  return (
    <>
      <Button
        busy={approve.isPending}
        onClick={() => approve.mutate({ id, shownHash }, { onSuccess: report('Approved and applied.') })}
      >
        Approve and apply
      </Button>
      {approve.error !== null && <Banner tone="bad">{sentenceOf(approve.error)}</Banner>}
    </>
  )
}

function Rejection({ id }: { readonly id: string }) {
  const reject = useOpsMutation('opsRejectProposal')
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reject.mutate({ id, reason }, { onSuccess: report('Proposal refused.') })
  }
  return (
    <form className="flex flex-col gap-3 border-hairline border-t pt-3" onSubmit={submit}>
      <TextField
        label="Reason for refusing"
        error={reject.error === null ? null : sentenceOf(reject.error)}
        minLength={3}
        value={reason}
        onValue={setReason}
      />
      <Button type="submit" variant="danger" busy={reject.isPending}>
        Refuse
      </Button>
    </form>
  )
}
