import { useLayout } from '../shell/use-layout.ts'
import { InviteDesktop } from './invite.desktop.tsx'
import { InviteMobile } from './invite.mobile.tsx'
import { useInvites } from './use-invites.ts'

/** Inviting friends: the link, its earnings, the friends, the payments. */
export default function InvitePage() {
  const invites = useInvites()
  return useLayout() === 'desktop' ? <InviteDesktop {...invites} /> : <InviteMobile {...invites} />
}
