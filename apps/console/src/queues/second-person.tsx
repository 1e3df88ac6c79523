import type { CaseShown } from '@candor/contract'
import { useMe } from '../session/me.ts'

const reasons: Readonly<Record<CaseShown['secondPerson'][number], string>> = {
  notSeenOnChain: 'No node saw this payment on the chain.',
  noPrice: 'Its coin has no price now, so its worth is not known.',
  customerDay: 'With it, this customer’s approved sum of today (UTC) is above the limit for one person.',
  reviewerDay: 'With it, the sum you approved today (UTC) is above the limit for one person.',
  allThree: 'You alone decided two of identity, deposit and withdrawal of this customer.',
  byRule: 'It was above the limit for one person when it was asked for.',
}

const twoGiveBack =
  'This was sent. Two different people have to give it back, with the same reason, and none of its transactions may be on the chain.'
const twoClear = 'A withdrawal waits: two different people have to clear this name.'
const twoConfirm =
  'Two different people have to confirm it, with the same reason. The account is then under a legal hold for 90 days.'

/** Explains why a second person is needed, and shows what the first decided. */
export function SecondPerson({ shown }: { readonly shown: CaseShown }) {
  const me = useMe()
  const ofName = shown.kind === 'names'
  const approves = shown.allowed.includes('approve') && shown.approvalsNeeded === 2
  const refuses = shown.allowed.includes('reject') && shown.rejectionsNeeded === 2
  return (
    <>
      {approves && (
        <div>
          <p>{ofName ? twoClear : 'Two different people must approve this.'}</p>
          <ul className="ms-4 list-disc">
            {!ofName && shown.secondPerson.map((reason) => <li key={reason}>{reasons[reason]}</li>)}
          </ul>
        </div>
      )}
      {refuses && <p>{ofName ? twoConfirm : twoGiveBack}</p>}
      {shown.approvals.map((approval) => (
        <p key={`${approval.id}${approval.decision}`} className="text-ink">
          {firstDecision(approval, ofName)}
          {approval.id === me.id && ' That was you. The second person must be someone else.'}
        </p>
      ))}
    </>
  )
}

function firstDecision(
  { decision, email, reason, hash }: CaseShown['approvals'][number],
  ofName: boolean,
): string {
  const named =
    hash === null ? '' : ` It names the transaction ${hash}; the second person has to name the same.`
  const [approved, refused] = ofName ? ['Cleared', 'Confirmed'] : ['Approved', 'Refused']
  if (decision === 'approve') return `${approved} by ${email}; one more is needed.${named}`
  return `${refused} by ${email} (${reason ?? 'no reason'}); one more with the same reason is needed.`
}
