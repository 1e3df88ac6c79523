import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { compared } from '../registration/identity-keys.ts'
import { refuseCommon } from '../registration/register.ts'
import { hashPassword } from './passwords.ts'
import { addResetToken, holdsResetToken, takeResetToken } from './reset-tokens-store.ts'
import { keepPasswordLetter } from './tell-password.ts'

type ForgetRequest =
  | { readonly email: string; readonly code: string; readonly work?: string | undefined }
  | { readonly resetToken: string; readonly password: string; readonly keepKeys?: boolean | undefined }

/** Step one proves the address and gives a token; step two sets the password with it, ends every session and, unless they are kept, revokes API keys and passkeys. */
export async function resetPassword(
  deps: AccountsDeps,
  request: ForgetRequest,
  visitor: Visitor,
): Promise<{ resetToken: string | null }> {
  if ('resetToken' in request) return setByToken(deps, request, visitor)
  return { resetToken: await proveAddress(deps, request, visitor) }
}

/** The same refusal, after the same steps, for a wrong code and for an address without an account. */
async function proveAddress(
  deps: AccountsDeps,
  request: Extract<ForgetRequest, { email: string }>,
  visitor: Visitor,
): Promise<string> {
  await deps.work.require('mail', request.work)
  const key = compared(request.email)
  const attempt = await deps.loginThrottle.admit(`forget ${key}`, visitor.address)
  const user = await deps.users.byEmail(key)
  const right = await deps.codes.redeem(key, 'forget', request.code)
  if (!right || user === undefined) throw new Refusal('codeWrong')
  await attempt.withdraw()
  return addResetToken(deps.db, deps.clock, user.id)
}

async function setByToken(
  deps: AccountsDeps,
  request: Extract<ForgetRequest, { resetToken: string }>,
  visitor: Visitor,
): Promise<{ resetToken: null }> {
  // A stranger's made-up token costs no hash.
  if (!(await holdsResetToken(deps.db, deps.clock, request.resetToken))) throw new Refusal('codeWrong')
  const passwordHash = await hashPassword(request.password, visitor.address)
  const ended = await deps.db.transaction(async (tx) => {
    const owner = await takeResetToken(tx, deps.clock, request.resetToken)
    if (owner === null) throw new Refusal('codeWrong')
    const { user_name, email } = await deps.users.byId(owner, tx)
    refuseCommon(request.password, [user_name, email])
    await deps.users.setPassword(tx, owner, passwordHash)
    if (request.keepKeys !== true) {
      await deps.apiKeys.revokeAllOf(tx, owner)
      await deps.passkeys.removeAllOf(tx, owner)
    }
    await keepPasswordLetter(deps, tx, owner)
    return deps.sessions.endAllOf(owner, null, tx)
  })
  announceEnded(deps, ended)
  deps.letters.flush()
  return { resetToken: null }
}

/** After the commit: removes these sessions from the cache and closes their sockets. */
export function announceEnded(deps: AccountsDeps, sessionIds: readonly string[]): void {
  const ended = new Set(sessionIds)
  deps.sessions.forget((id) => ended.has(id))
  for (const sessionId of ended) deps.events.endSession(sessionId)
}
