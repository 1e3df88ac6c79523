import type { InvitedFriend } from '@candor/contract'
import type { CallResult } from '../session/calls/call-server.ts'
import { type PagedList, usePages } from '../session/calls/use-pages.ts'

export interface Invites {
  /** Undefined while it loads. */
  readonly mine: CallResult<'invites'> | undefined
  readonly friends: PagedList<InvitedFriend>
}

/** The first page also holds the code and the terms. */
export function useInvites(): Invites {
  const { first, ...friends } = usePages('invites', {})
  return { mine: first, friends }
}

/** Link with which a friend opens an account by this code, on this site's own address. */
export const inviteLink = (code: string): string =>
  `${location.origin}${location.pathname}#/pass/register?invite=${encodeURIComponent(code)}`
