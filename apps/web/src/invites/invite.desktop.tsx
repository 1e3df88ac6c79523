import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { useT } from '../session/language/language.ts'
import { EnterCode } from './enter-code.tsx'
import { InviteFigures, InviteHead, InviteRules, InviteTools } from './invite-card.tsx'
import { InviteCommissions, InviteFriends } from './invite-lists.tsx'
import type { Invites } from './use-invites.ts'

/** The link and its earnings side by side, the lists below over the whole width. */
export function InviteDesktop({ mine, friends }: Invites) {
  const t = useT()
  return (
    <div className="mx-auto w-full max-w-page px-6 py-10">
      {friends.failed ? (
        <ErrorState title={t('invites.failed')} onRetry={friends.retry} />
      ) : mine === undefined ? (
        <SkeletonLines count={8} />
      ) : (
        <>
          <InviteHead mine={mine} />
          <div className="mt-8 grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] items-start gap-6">
            <div className="flex flex-col gap-6">
              <InviteTools code={mine.code} />
              <InviteRules />
            </div>
            <div className="flex flex-col gap-6">
              <InviteFigures mine={mine} />
              <EnterCode until={mine.enterUntil} />
            </div>
          </div>
          <div className="mt-6 flex flex-col gap-6">
            <InviteFriends friends={friends} />
            <InviteCommissions />
          </div>
        </>
      )}
    </div>
  )
}
