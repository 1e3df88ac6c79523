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

/** Explains why a second person is needed, and shows what the first decided. */
export function SecondPerson({ shown }: { readonly shown: CaseShown }) {
  const me = useMe()
  const approves = shown.allowed.includes('approve') && shown.approvalsNeeded === 2
  const refuses = shown.allowed.includes('reject') && shown.rejectionsNeeded === 2
  return (
    <>
      {approves && (
        <div>
          <p>Two different people have to approve this.</p>
          <ul className="ms-4 list-disc">
            {shown.secondPerson.map((reason) => (
              <li key={reason}>{reasons[reason]}</li>
            ))}
          </ul>
        </div>
      )}
      {refuses && (
        <p>
          This was sent. Two different people have to give it back, with the same reason, and none of its
          transactions may be on the chain.
        </p>
      )}
      {shown.approvals.map((approval) => (
        <p key={`${approval.id}${approval.decision}`} className="text-ink">
          {firstDecision(approval)}
          {approval.id === me.id && ' That was you: the second must be somebody else.'}
        </p>
      ))}
    </>
  )
}

function firstDecision({ decision, email, reason, hash }: CaseShown['approvals'][number]): string {
  const named =
    hash === null ? '' : ` It names the transaction ${hash}; the second person has to name the same.`
  if (decision === 'approve') return `Approved by ${email}; one more is needed.${named}`
  return `Refused by ${email} (${reason ?? 'no reason'}); one more with the same reason is needed.`
}
