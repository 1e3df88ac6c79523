import type { CaseShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { clockOf } from '../shell/moments.ts'
import { ClearDialog, RefuseDialog, TransactionDialog } from './decision-dialogs.tsx'
import { SecondPerson } from './second-person.tsx'
import { useKeys } from './use-keys.ts'

type OpenDialog = 'approve' | 'reject' | 'sent' | null

/** Decisions possible now. Each one names the hash of exactly what is on this screen. */
export function DecisionPanel({ shown, onDone }: { readonly shown: CaseShown; readonly onDone: () => void }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const done = (missing: number) => {
    toast(
      missing > 0 ? 'Recorded. A second person must make the same decision.' : 'Decision recorded.',
      'good',
    )
    onDone()
  }
  const decision = useDecision({ shown, onOpen: setOpenDialog, onDone: done })
  if (shown.allowed.length === 0)
    return (
      <Card>
        <p className="text-14 text-ink-2">{`Decided: ${shown.status}.`}</p>
      </Card>
    )
  return (
    <Card className="flex flex-col gap-3">
      <Standing shown={shown} />
      <DecisionButtons shown={shown} decision={decision} onOpen={setOpenDialog} />
      {decision.error !== null && <Banner tone="bad">{sentenceOf(decision.error)}</Banner>}
      <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">{`Hash of the data shown: ${shown.shownHash.slice(0, 16)}…`}</p>
      <Dialogs shown={shown} openDialog={openDialog} onClose={() => setOpenDialog(null)} onDone={done} />
    </Card>
  )
}

interface DecisionProps {
  readonly shown: CaseShown
  readonly onOpen: (dialog: OpenDialog) => void
  /** With how many people are still missing. */
  readonly onDone: (missing: number) => void
}

/** Claim, approval and return of a case, with their keys. */
function useDecision({ shown, onOpen, onDone }: DecisionProps) {
  const me = useMe()
  const claim = useOpsMutation('opsClaim')
  const release = useOpsMutation('opsRelease')
  const approve = useOpsMutation('opsApprove')
  const { kind, id, shownHash } = shown
  const mine = shown.claimedBy?.id === me.id
  const approvedByMe = shown.approvals.some((one) => one.id === me.id && one.decision === 'approve')
  const may = (decision: CaseShown['allowed'][number]) => mine && shown.allowed.includes(decision)
  const mayApprove = may('approve') && (!approvedByMe || shown.hashNeeded || shown.approvalsNeeded === 1)
  const doClaim = () => claim.mutate({ kind, id })
  const doApprove = () => {
    if (asksBeforeApproval(shown)) return onOpen('approve')
    return approve.mutate(
      { kind, id, shownHash },
      { onSuccess: ({ approvalsMissing }) => onDone(approvalsMissing) },
    )
  }
  useKeys({
    c: () => !mine && shown.allowed.length > 0 && doClaim(),
    a: () => mayApprove && !approve.isPending && doApprove(),
    r: () => may('reject') && onOpen('reject'),
  })
  return {
    mine,
    may,
    mayApprove,
    doClaim,
    doApprove,
    doRelease: () => release.mutate({ kind, id }),
    busy: { claim: claim.isPending, approve: approve.isPending, release: release.isPending },
    error: claim.error ?? approve.error ?? release.error,
  }
}

function DecisionButtons({
  shown,
  decision: { mine, may, mayApprove, doClaim, doApprove, doRelease, busy },
  onOpen,
}: Pick<DecisionProps, 'shown' | 'onOpen'> & { readonly decision: ReturnType<typeof useDecision> }) {
  return (
    <>
      {!mine && (
        <Button full busy={busy.claim} disabled={shown.claimedBy !== null} onClick={doClaim}>
          Claim
        </Button>
      )}
      {mayApprove && (
        <Button full busy={busy.approve} onClick={doApprove}>
          {approveWords(shown)}
        </Button>
      )}
      {may('sent') && (
        <Button full onClick={() => onOpen('sent')}>
          Mark as sent …
        </Button>
      )}
      {may('reject') && (
        <Button full variant="danger" onClick={() => onOpen('reject')}>
          {refuseWordsOf(shown.kind)}
        </Button>
      )}
      {mine && (
        <Button full variant="quiet" busy={busy.release} onClick={doRelease}>
          Release
        </Button>
      )}
    </>
  )
}

const asksBeforeApproval = ({ hashNeeded, kind }: CaseShown): boolean => hashNeeded || kind === 'names'

const refuseWordsOf = (kind: CaseShown['kind']): string => (kind === 'names' ? 'Confirm match …' : 'Refuse …')

interface DialogsProps {
  readonly shown: CaseShown
  readonly openDialog: OpenDialog
  readonly onClose: () => void
  readonly onDone: (missing: number) => void
}

/** Asks for what a decision still needs: a reason, or a transaction. */
function Dialogs({ shown, openDialog, ...rest }: DialogsProps) {
  const approving = shown.kind === 'names' ? 'clear' : 'approve'
  return (
    <>
      <RefuseDialog shown={shown} open={openDialog === 'reject'} {...rest} />
      <ClearDialog shown={shown} open={openDialog === 'approve' && approving === 'clear'} {...rest} />
      <TransactionDialog
        name="opsApprove"
        shown={shown}
        open={openDialog === 'approve' && approving === 'approve'}
        {...rest}
      />
      <TransactionDialog name="opsSent" shown={shown} open={openDialog === 'sent'} {...rest} />
    </>
  )
}

function approveWords({ kind, approvalsNeeded, approvals }: CaseShown): string {
  const act = kind === 'names' ? 'Clear' : 'Approve'
  if (approvals.some(({ decision }) => decision === 'approve')) return `${act} (2 of 2)`
  return approvalsNeeded === 1 ? act : `${act} (1 of 2)`
}

function Standing({ shown }: { readonly shown: CaseShown }) {
  const me = useMe()
  const { claimedBy, claimedUntil } = shown
  const until = claimedUntil === null ? '' : clockOf(claimedUntil)
  return (
    <div className="flex flex-col gap-2 text-14 text-ink-2">
      <p>
        {claimedBy === null
          ? 'Unclaimed. Claim this case to decide it.'
          : claimedBy.id === me.id
            ? `Claimed by you until ${until}.`
            : `Claimed by ${claimedBy.email} until ${until}.`}
      </p>
      <SecondPerson shown={shown} />
    </div>
  )
}
