import type { Caller } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { provePassword } from './change-password.ts'
import { newTotpSecret, otpauthUrl, useCode } from './second-factor.ts'
import { tellChange } from './undo-change.ts'

/** A new secret; nothing is asked for at login until a code of it was confirmed. Refuses when one is on already. */
export async function startTotp(deps: AccountsDeps, password: string, caller: Caller) {
  await provePassword(deps, caller, password)
  const user = await deps.users.byId(caller.userId)
  if (user.totp_enabled) throw new Refusal(11001, { issues: [{ path: 'totp', code: 'enabled' }] })
  const secret = newTotpSecret()
  await deps.users.setTotp(user.id, { secret, enabled: false })
  // Without a second factor the password is all there is to prove.
  await deps.sessions.markProven(caller.sessionId)
  return { secret, otpauthUrl: otpauthUrl(secret, user.user_name) }
}

export async function confirmTotp(deps: AccountsDeps, totp: string, caller: Caller): Promise<true> {
  const user = await provenByCode(deps, totp, caller)
  await deps.users.setTotp(user.id, { secret: user.totp_secret, enabled: true })
  await deps.sessions.forgetProofs(user.id, caller.sessionId)
  return true
}

/** Behind a fresh proof, the second factor's own code included. */
export async function disableTotp(deps: AccountsDeps, caller: Caller): Promise<true> {
  const { totp_enabled, totp_secret } = await deps.users.byId(caller.userId)
  await deps.users.setTotp(caller.userId, { secret: null, enabled: false })
  if (totp_enabled) await tellChange(deps, caller.userId, { change: 'secondFactor', target: totp_secret })
  return true
}

/** Before something that a stolen session must not do: passes where no second factor is on, else asks for its code now (11011). */
export async function proveSecondFactor(
  deps: AccountsDeps,
  totp: string | undefined,
  caller: Caller,
): Promise<void> {
  const { totp_enabled } = await deps.users.byId(caller.userId)
  if (!totp_enabled) return
  if (totp === undefined || totp.trim() === '') throw new Refusal(11011)
  await provenByCode(deps, totp, caller)
}

async function provenByCode(deps: AccountsDeps, totp: string, caller: Caller) {
  const key = `totp ${caller.userId}`
  const attempt = await deps.guessing.admit(key, caller.sessionId)
  const user = await deps.users.byId(caller.userId)
  if (!(await useCode(deps.users, deps.clock, user, totp))) throw new Refusal(11011)
  await attempt.withdraw()
  return user
}
