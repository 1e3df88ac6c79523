import type { User } from '@candor/contract'
import type { Visitor } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { type UserRow, userOf } from './accounts-store.ts'

/** Starts a session for somebody who has proven who they are, by whichever way. Refuses 10005. */
export async function letIn(
  deps: AccountsDeps,
  user: UserRow,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  refuseStopped(user)
  const { token } = await deps.db.transaction((tx) => deps.sessions.start(tx, user.id, visitor))
  return { token, user: userOf(user) }
}

/** Whether this account may sign in at all; asked before its second factor is. */
export function refuseStopped({ status }: UserRow): void {
  if (status !== 'active') throw new Refusal(10005)
}
