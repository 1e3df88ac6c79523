import type { CaseShown } from '@candor/contract'
import { useMe } from '../session/me.ts'

const reasons: Readonly<Record<CaseShown['secondPerson'][number], string>> = {
  notSeenOnChain: 'No node has seen this payment on the chain.',
  noPrice: 'The coin has no price now, so the value is not known.',
  customerDay: 'It takes the total approved for this customer today (UTC) above the limit for one person.',
  reviewerDay: 'It takes the total you approved today (UTC) above the limit for one person.',
  allThree: 'You alone have decided two of the three for this customer: identity, deposit and withdrawal.',
  byRule: 'It was above the limit for one person when it was requested.',
}

const twoGiveBack =
  'This was marked as sent. Two different people must return it, with the same reason, and none of its transactions may be on the chain.'
const twoClear = 'A withdrawal is waiting: two different people must clear this match.'
const twoConfirm =
  'Two different people must confirm this match, with the same reason. The account is then under a legal hold for 90 days.'

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
  const named = hash === null ? '' : ` Transaction: ${hash}. The second person must enter the same one.`
  const [approved, refused] = ofName ? ['Cleared', 'Confirmed'] : ['Approved', 'Refused']
  if (decision === 'approve') return `${approved} by ${email}. A second person must do the same.${named}`
  return `${refused} by ${email} (${reason ?? 'no reason'}). A second person must do the same, with the same reason.`
}
