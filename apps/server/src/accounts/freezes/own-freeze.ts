import { v7 as newId } from 'uuid'
import type { Caller, Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { compared } from '../registration/identity-keys.ts'
import { freezesChanged } from './freezes.ts'

/**
 * Freezes the customer's own account. Every session ends, this one too, and sign-in and new risk are refused until the owner
 * unfreezes it. Pending withdrawals continue: an own freeze stops no withdrawal (trust T13, ADR-122).
 */
export async function freezeOwn(deps: AccountsDeps, caller: Caller): Promise<true> {
  const { userId } = caller
  const ended = await deps.db.transaction(async (tx) => {
    await deps.users.lock(tx, userId)
    await deps.users.setOwnFreeze(tx, userId, new Date(deps.clock.now()))
    await deps.letters.keep(tx, { userId, kind: 'ownFreeze', once: `own-freeze:${newId()}`, facts: {} })
    return deps.sessions.endAllOf(userId, null, tx)
  })
  freezesChanged(deps.db)
  announceEnded(deps, ended)
  deps.letters.flush()
  return true
}

/** The same refusal, `codeWrong`, after the same steps, for a wrong code and for an address without an account. An operator's freeze stays. */
export async function unfreezeOwn(
  deps: AccountsDeps,
  request: { readonly email: string; readonly code: string },
  visitor: Visitor,
): Promise<true> {
  const key = compared(request.email)
  const attempt = await deps.loginThrottle.admit(`unfreeze ${key}`, visitor.address)
  const user = await deps.users.byEmail(key)
  const right = await deps.codes.redeem(key, 'security', request.code)
  if (!right || user === undefined) throw new Refusal('codeWrong')
  await attempt.withdraw()
  await deps.db.transaction((tx) => deps.users.setOwnFreeze(tx, user.id, null))
  freezesChanged(deps.db)
  return true
}
