import type { Caller, Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { newId } from '../../platform/new-id.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { keepSecurityLetter } from '../profile/security-letters.ts'
import { compared } from '../registration/identity-keys.ts'
import { freezesChanged } from './freezes.ts'

/**
 * Freezes the customer's own account. Every session ends, this one too, so do the
 * streams of API keys, and sign-in and new risk are refused until the owner
 * unfreezes it. Pending withdrawals continue: an own freeze stops no withdrawal (trust T13, ADR-122).
 */
export async function freezeOwn(context: OpenedAccounts, caller: Caller): Promise<true> {
  const { userId } = caller
  const ended = await context.db.transaction(async (tx) => {
    await context.users.lock(tx, userId)
    await context.users.setOwnFreeze(tx, userId, new Date(context.clock.now()))
    await keepSecurityLetter(context, tx, {
      userId,
      kind: 'ownFreeze',
      once: `own-freeze:${newId()}`,
      facts: {},
    })
    const keys = await context.apiKeys.idsOf(tx, userId)
    return [...keys, ...(await context.sessions.endAllOf(userId, null, tx))]
  })
  freezesChanged(context.db)
  announceEnded(context, ended)
  context.letters.flush()
  return true
}

/** The same refusal, `codeWrong`, after the same steps, for a wrong code and for an address without an account. An operator's freeze stays. */
export async function unfreezeOwn(
  context: OpenedAccounts,
  request: { readonly email: string; readonly code: string },
  visitor: Visitor,
): Promise<true> {
  const key = compared(request.email)
  const attempt = await context.loginThrottle.admit(`unfreeze ${key}`, visitor.address)
  const user = await context.users.byEmail(key)
  const right = await context.codes.redeem(key, 'security', request.code)
  if (!right || user === undefined) throw new Refusal('codeWrong')
  await attempt.withdraw()
  await context.db.transaction((tx) => context.users.setOwnFreeze(tx, user.id, null))
  freezesChanged(context.db)
  return true
}
