import type { NewPasskey, Passkey, PasskeyWanted, ShownPasskey, User } from '@candor/contract'
import type { Caller, Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { provePassword } from '../passwords/change-password.ts'
import { notifyOfChange } from '../profile/notify-of-change.ts'
import { createSession } from '../sessions/create-session.ts'
import { manyPasskeys } from './passkeys.ts'

/** Signs in with a passkey, which replaces password and second factor. Refuses `passkeyRejected`, `signInBlocked`; 429 for guessing. */
export async function logInByPasskey(
  context: OpenedAccounts,
  passkey: ShownPasskey,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const key = `passkey ${networkOf(visitor.address)}`
  const attempt = await context.loginThrottle.admit(key, visitor.address)
  const userId = await context.passkeys.shown(passkey)
  if (userId === null) throw new Refusal('passkeyRejected')
  await attempt.withdraw()
  return createSession(context, await context.users.byId(userId), visitor)
}

/** Requires a fresh proof, so that a stolen session cannot leave a passkey behind. Refuses `invalidInput` at 20 passkeys. */
export async function startNewPasskey(context: OpenedAccounts, caller: Caller): Promise<PasskeyWanted> {
  const known = await context.passkeys.listOf(caller.userId)
  if (known.length >= manyPasskeys)
    throw new Refusal('invalidInput', { issues: [{ path: 'name', code: 'too_many' }] })
  const { id, user_name: name } = await context.users.byId(caller.userId)
  return context.passkeys.startRegistration({ id, name })
}

export async function finishNewPasskey(
  context: OpenedAccounts,
  request: { readonly name: string; readonly passkey: NewPasskey },
  caller: Caller,
): Promise<Passkey> {
  const added = await context.passkeys.add(caller.userId, request.name, request.passkey, (id, insert) =>
    notifyOfChange(context, caller.userId, async (tx) => {
      const made = await insert(tx)
      return { made, change: made ? { change: 'passkey', target: id } : null }
    }),
  )
  if (added === null) throw new Refusal('passkeyRejected')
  return added
}

/** Renames a passkey; another customer's is not found (`notFound`). */
export async function renamePasskey(
  context: OpenedAccounts,
  { id, name }: { readonly id: string; readonly name: string },
  caller: Caller,
): Promise<true> {
  if (!(await context.passkeys.rename(caller.userId, id, name))) throw new Refusal('notFound')
  return true
}

export async function removePasskey(
  context: OpenedAccounts,
  { id, password }: { readonly id: string; readonly password: string },
  caller: Caller,
): Promise<true> {
  await provePassword(context, caller, password)
  if (!(await context.passkeys.remove(caller.userId, id))) throw new Refusal('notFound')
  return true
}
