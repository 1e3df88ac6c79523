import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { judged } from '../../platform/limits/login-throttle.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { refuseCommon } from '../registration/register.ts'
import { keepPasswordLetter } from './password-letter.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { announceEnded } from './reset-password.ts'

export interface PasswordRequest {
  readonly oldPassword: string
  readonly password: string
}

/** Changes the password; every other session ends. Refuses `passwordWrong` and `invalidInput` (common password). */
export async function changePassword(
  context: OpenedAccounts,
  request: PasswordRequest,
  caller: Caller,
): Promise<true> {
  await provePassword(context, caller, request.oldPassword)
  const { user_name, email } = await context.users.byId(caller.userId)
  refuseCommon(request.password, [user_name, email])
  const passwordHash = await hashPassword(request.password, caller.userId)
  const ended = await context.db.transaction(async (tx) => {
    await context.users.setPassword(tx, caller.userId, passwordHash)
    await keepPasswordLetter(context, tx, caller.userId)
    return context.sessions.endAllOf(caller.userId, caller.sessionId, tx)
  })
  announceEnded(context, ended)
  context.letters.flush()
  return true
}

/** A stolen session must not be able to try passwords, so this is throttled like sign-in. */
export async function provePassword(
  context: OpenedAccounts,
  caller: Caller,
  password: string,
): Promise<void> {
  const key = `own ${caller.userId}`
  const attempt = await context.loginThrottle.admit(key, caller.sessionId)
  const user = await context.users.byId(caller.userId)
  if (!(await judged(attempt, isPassword(user.password_hash, password, caller.userId))))
    throw new Refusal('passwordWrong')
  await attempt.succeeded()
}
