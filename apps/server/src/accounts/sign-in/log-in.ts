import type { User } from '@candor/contract'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Attempt, judged, type KnownDevice } from '../../platform/limits/login-throttle.ts'
import type { UserRow } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { isPassword } from '../passwords/passwords.ts'
import { compared } from '../registration/identity-keys.ts'
import { createSession, isShut, refuseStopped } from '../sessions/create-session.ts'
import { reportWrongCode } from './report-wrong-code.ts'
import { useCode } from './second-factor.ts'

export interface LoginRequest {
  readonly account: string
  readonly password: string
  readonly totp?: string | undefined
}

/** Signs in. Refuses `accountUnknown`, `passwordWrong`, `signInBlocked`, `secondFactorRequired`; 429 for guessing. */
export async function logIn(
  context: OpenedAccounts,
  request: LoginRequest,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const key = compared(request.account)
  const user = await context.users.byAccount(key)
  // Guesses of strangers do not slow down a browser the owner has signed in with before.
  const attempt = await context.loginThrottle.admit(key, await placeOf(context, user, visitor))
  if (user === undefined) throw new Refusal('accountUnknown')
  if (!(await judged(attempt, isPassword(user.password_hash, request.password, visitor.address))))
    throw new Refusal('passwordWrong')
  await passSecondFactor(context, user, { totp: request.totp, visitor }, attempt)
  await attempt.succeeded()
  return createSession(context, user, visitor)
}

async function placeOf(
  context: OpenedAccounts,
  user: UserRow | undefined,
  { address, deviceMark }: Visitor,
): Promise<string | KnownDevice> {
  if (user === undefined || deviceMark === null) return address
  return (await context.sessions.knowsDevice(user.id, deviceMark)) ? { device: deviceMark } : address
}

/**
 * Continues once the account can be entered and its second factor was right. A missing second factor is not a failed guess, nor
 * is a closed or frozen account. Refuses `signInBlocked`, `frozenByCustomer`, `secondFactorRequired`.
 */
export async function passSecondFactor(
  context: OpenedAccounts,
  user: UserRow,
  { totp, visitor }: { readonly totp: string | undefined; readonly visitor: Visitor },
  attempt: Attempt,
): Promise<void> {
  const code = totp?.trim() ?? ''
  const codeRequired = user.totp_enabled && code === ''
  if (codeRequired || isShut(user)) await attempt.withdraw()
  refuseStopped(user)
  if (!user.totp_enabled) return
  if (codeRequired) throw new Refusal('secondFactorRequired')
  if (await useCode(context, user, code)) return
  await reportWrongCode(context, user.id, visitor)
  throw new Refusal('secondFactorRequired')
}
