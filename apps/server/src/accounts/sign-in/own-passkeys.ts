import type { NewPasskey, Passkey, PasskeyWanted, ShownPasskey, User } from '@candor/contract'
import type { Caller, Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { provePassword } from '../passwords/change-password.ts'
import { notifyOfChange } from '../profile/notify-of-change.ts'
import { createSession } from '../sessions/create-session.ts'
import { manyPasskeys } from './passkeys.ts'

/** Signs in with a passkey, which replaces password and second factor. Refuses `passkeyRejected`, `signInBlocked`; 429 for guessing. */
export async function logInByPasskey(
  deps: AccountsDeps,
  passkey: ShownPasskey,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const key = `passkey ${visitor.address}`
  const attempt = await deps.loginThrottle.admit(key, visitor.address)
  const userId = await deps.passkeys.shown(passkey)
  if (userId === null) throw new Refusal('passkeyRejected')
  await attempt.withdraw()
  return createSession(deps, await deps.users.byId(userId), visitor)
}

/** Requires a fresh proof, so that a stolen session cannot leave a passkey behind. Refuses `invalidInput` at 20 passkeys. */
export async function startNewPasskey(deps: AccountsDeps, caller: Caller): Promise<PasskeyWanted> {
  const known = await deps.passkeys.listOf(caller.userId)
  if (known.length >= manyPasskeys)
    throw new Refusal('invalidInput', { issues: [{ path: 'name', code: 'too_many' }] })
  const { id, user_name: name } = await deps.users.byId(caller.userId)
  return deps.passkeys.startRegistration({ id, name })
}

export async function finishNewPasskey(
  deps: AccountsDeps,
  request: { readonly name: string; readonly passkey: NewPasskey },
  caller: Caller,
): Promise<Passkey> {
  const added = await deps.passkeys.add(caller.userId, request.name, request.passkey, (id, insert) =>
    notifyOfChange(deps, caller.userId, async (tx) => {
      const made = await insert(tx)
      return { made, change: made ? { change: 'passkey', target: id } : null }
    }),
  )
  if (added === null) throw new Refusal('passkeyRejected')
  return added
}

/** Renames a passkey; another customer's is not found (`notFound`). */
export async function renamePasskey(
  deps: AccountsDeps,
  { id, name }: { readonly id: string; readonly name: string },
  caller: Caller,
): Promise<true> {
  if (!(await deps.passkeys.rename(caller.userId, id, name))) throw new Refusal('notFound')
  return true
}

export async function removePasskey(
  deps: AccountsDeps,
  { id, password }: { readonly id: string; readonly password: string },
  caller: Caller,
): Promise<true> {
  await provePassword(deps, caller, password)
  if (!(await deps.passkeys.remove(caller.userId, id))) throw new Refusal('notFound')
  return true
}
