import type { CaseShown } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { ClearDialog, RefuseDialog, TransactionDialog } from './decision-dialogs.tsx'
import { SecondPerson } from './second-person.tsx'
import { useKeys } from './use-keys.ts'

type Asking = 'approve' | 'reject' | 'sent' | null

/** Decisions possible now. Each one names the hash of exactly what is on this screen. */
export function DecisionPanel({ shown, onDone }: { readonly shown: CaseShown; readonly onDone: () => void }) {
  const me = useMe()
  const [asking, setAsking] = useState<Asking>(null)
  const claim = useOpsMutation('opsClaim')
  const release = useOpsMutation('opsRelease')
  const approve = useOpsMutation('opsApprove')
  const mine = shown.claimedBy?.id === me.id
  const approvedByMe = shown.approvals.some(({ id, decision }) => id === me.id && decision === 'approve')
  const may = (decision: CaseShown['allowed'][number]) => mine && shown.allowed.includes(decision)
  const mayApprove = may('approve') && (!approvedByMe || shown.hashNeeded || shown.approvalsNeeded === 1)
  const { kind, id, shownHash } = shown
  const done = (missing: number) => {
    toast(missing > 0 ? 'Written down; a second person has to decide the same.' : 'Decided.', 'good')
    onDone()
  }
  const doApprove = () => {
    if (asksBeforeApproval(shown)) return setAsking('approve')
    return approve.mutate(
      { kind, id, shownHash },
      { onSuccess: ({ approvalsMissing }) => done(approvalsMissing) },
    )
  }
  const doClaim = () => claim.mutate({ kind, id })
  useKeys({
    c: () => !mine && shown.allowed.length > 0 && doClaim(),
    a: () => mayApprove && !approve.isPending && doApprove(),
    r: () => may('reject') && setAsking('reject'),
  })
  const error = claim.error ?? approve.error ?? release.error
  if (shown.allowed.length === 0)
    return (
      <Card>
        <p className="text-14 text-ink-2">{`This is decided: ${shown.status}.`}</p>
      </Card>
    )
  return (
    <Card className="flex flex-col gap-3">
      <Standing shown={shown} />
      {!mine && (
        <Button full busy={claim.isPending} disabled={shown.claimedBy !== null} onClick={doClaim}>
          Claim
        </Button>
      )}
      {mayApprove && (
        <Button full busy={approve.isPending} onClick={doApprove}>
          {approveWords(shown)}
        </Button>
      )}
      {may('sent') && (
        <Button full onClick={() => setAsking('sent')}>
          It was sent …
        </Button>
      )}
      {may('reject') && (
        <Button full variant="danger" onClick={() => setAsking('reject')}>
          {refuseWordsOf(kind)}
        </Button>
      )}
      {mine && (
        <Button full variant="quiet" busy={release.isPending} onClick={() => release.mutate({ kind, id })}>
          Give it back
        </Button>
      )}
      {error !== null && <Banner tone="bad">{sentenceOf(error)}</Banner>}
      <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">{`Shown: ${shownHash.slice(0, 16)}…`}</p>
      <Dialogs shown={shown} asking={asking} onClose={() => setAsking(null)} onDone={done} />
    </Card>
  )
}

const asksBeforeApproval = ({ hashNeeded, kind }: CaseShown): boolean => hashNeeded || kind === 'names'

const refuseWordsOf = (kind: CaseShown['kind']): string => (kind === 'names' ? 'Confirm …' : 'Refuse …')

interface DialogsProps {
  readonly shown: CaseShown
  readonly asking: Asking
  readonly onClose: () => void
  readonly onDone: (missing: number) => void
}

/** Asks for what a decision still needs: a reason, or a transaction. */
function Dialogs({ shown, asking, ...rest }: DialogsProps) {
  const approving = shown.kind === 'names' ? 'clear' : 'approve'
  return (
    <>
      <RefuseDialog shown={shown} open={asking === 'reject'} {...rest} />
      <ClearDialog shown={shown} open={asking === 'approve' && approving === 'clear'} {...rest} />
      <TransactionDialog
        name="opsApprove"
        shown={shown}
        open={asking === 'approve' && approving === 'approve'}
        {...rest}
      />
      <TransactionDialog name="opsSent" shown={shown} open={asking === 'sent'} {...rest} />
    </>
  )
}

function approveWords({ kind, approvalsNeeded, approvals }: CaseShown): string {
  const act = kind === 'names' ? 'Clear' : 'Approve'
  if (approvals.some(({ decision }) => decision === 'approve')) return `${act}, second of two`
  return approvalsNeeded === 1 ? act : `${act}, first of two`
}

function Standing({ shown }: { readonly shown: CaseShown }) {
  const me = useMe()
  const { claimedBy, claimedUntil } = shown
  const until =
    claimedUntil === null ? '' : new Date(claimedUntil).toLocaleTimeString('en-GB', { timeStyle: 'short' })
  return (
    <div className="flex flex-col gap-2 text-14 text-ink-2">
      <p>
        {claimedBy === null
          ? 'Nobody holds this case. Claim it to decide it.'
          : claimedBy.id === me.id
            ? `Yours until ${until}.`
            : `${claimedBy.email} holds it until ${until}.`}
      </p>
      <SecondPerson shown={shown} />
    </div>
  )
}
