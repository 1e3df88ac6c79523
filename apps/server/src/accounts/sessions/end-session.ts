import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { hiddenAddress } from '../../platform/http/security/hidden-address.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { deviceName } from './device-name.ts'

/** Ends the caller's own session. */
export async function logOut(context: OpenedAccounts, caller: Caller): Promise<true> {
  await context.sessions.end(caller.userId, caller.sessionId)
  announceEnded(context, [caller.sessionId])
  return true
}

/** Ends another session of the same customer; another customer's is not found (`notFound`). */
export async function revokeSession(context: OpenedAccounts, id: string, caller: Caller): Promise<true> {
  if (!isUuid(id) || !(await context.sessions.end(caller.userId, id))) throw new Refusal('notFound')
  announceEnded(context, [id])
  return true
}

/** Ends every session but the caller's own. */
export async function revokeOtherSessions(
  context: OpenedAccounts,
  caller: Caller,
): Promise<{ ended: number }> {
  const ended = await context.sessions.endAllOf(caller.userId, caller.sessionId)
  announceEnded(context, ended)
  return { ended: ended.length }
}

export async function listSessions(context: OpenedAccounts, caller: Caller) {
  const rows = await context.sessions.listOf(caller.userId)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === caller.sessionId,
    device: deviceName(row.device),
    address: hiddenAddress(row.address),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
}
