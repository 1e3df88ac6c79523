import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { useT } from '../session/language/language.ts'
import { EnterCode } from './enter-code.tsx'
import { InviteFigures, InviteHead, InviteRules, InviteTools } from './invite-card.tsx'
import { InviteCommissions, InviteFriends } from './invite-lists.tsx'
import type { Invites } from './use-invites.ts'

/** One column, with the link first. */
export function InviteMobile({ mine, friends }: Invites) {
  const t = useT()
  if (friends.failed) return <ErrorState title={t('invites.failed')} onRetry={friends.retry} />
  if (mine === undefined) return <SkeletonLines count={8} className="p-4" />
  return (
    <div className="flex flex-col gap-4 px-4 py-6">
      <InviteHead mine={mine} />
      <InviteTools code={mine.code} />
      <InviteFigures mine={mine} />
      <InviteFriends friends={friends} />
      <InviteCommissions />
      <InviteRules />
      <EnterCode until={mine.enterUntil} />
    </div>
  )
}
