import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { compared } from '../registration/identity-keys.ts'
import { refuseCommon } from '../registration/register.ts'
import { unlinkAllOf } from '../sign-in/google-links-store.ts'
import { keepPasswordLetter } from './password-letter.ts'
import { hashPassword } from './passwords.ts'
import { addResetToken, ownerOfResetToken, takeResetToken } from './reset-tokens-store.ts'
import { voidProofs } from './void-proofs.ts'

type ForgetRequest =
  | { readonly email: string; readonly code: string; readonly work?: string | undefined }
  | { readonly resetToken: string; readonly password: string; readonly keepKeys?: boolean | undefined }

/**
 * Step one proves the address and gives a token; step two sets the password with it, ends every session and, unless they are kept, removes
 * API keys, passkeys and the link to a Google account.
 */
export async function resetPassword(
  context: OpenedAccounts,
  request: ForgetRequest,
  visitor: Visitor,
): Promise<{ resetToken: string | null }> {
  if ('resetToken' in request) return setByToken(context, request, visitor)
  return { resetToken: await proveAddress(context, request, visitor) }
}

/** The same refusal, after the same steps, for a wrong code and for an address without an account. */
async function proveAddress(
  context: OpenedAccounts,
  request: Extract<ForgetRequest, { email: string }>,
  visitor: Visitor,
): Promise<string> {
  await context.work.require('mail', request.work)
  const key = compared(request.email)
  const attempt = await context.loginThrottle.admit(`forget ${key}`, visitor.address)
  const user = await context.users.byEmail(key)
  const right = await context.codes.redeem(key, 'forget', request.code)
  if (!right || user === undefined) throw new Refusal('codeWrong')
  await attempt.withdraw()
  return context.db.transaction(async (tx) => {
    // The address may have been taken off the account while the code was checked.
    if ((await context.users.lock(tx, user.id)).email_key !== key) throw new Refusal('codeWrong')
    return addResetToken(tx, context.clock, user.id)
  })
}

async function setByToken(
  context: OpenedAccounts,
  request: Extract<ForgetRequest, { resetToken: string }>,
  visitor: Visitor,
): Promise<{ resetToken: null }> {
  // A stranger's made-up token costs no hash.
  const owner = await ownerOfResetToken(context.db, context.clock, request.resetToken)
  if (owner === null) throw new Refusal('codeWrong')
  const passwordHash = await hashPassword(request.password, visitor.address)
  const ended = await context.db.transaction(async (tx) => {
    const { user_name, email } = await context.users.lock(tx, owner)
    if (!(await takeResetToken(tx, context.clock, request.resetToken))) throw new Refusal('codeWrong')
    refuseCommon(request.password, [user_name, email])
    await context.users.setPassword(tx, owner, passwordHash)
    const revoked = request.keepKeys === true ? [] : await context.apiKeys.revokeAllOf(tx, owner)
    if (request.keepKeys !== true) {
      await context.passkeys.removeAllOf(tx, owner)
      await unlinkAllOf(tx, owner)
    }
    await voidProofs(tx, owner)
    await keepPasswordLetter(context, tx, owner)
    return [...revoked, ...(await context.sessions.endAllOf(owner, null, tx))]
  })
  announceEnded(context, ended)
  context.letters.flush()
  return { resetToken: null }
}

/** After the commit: removes these sessions from the cache and closes their sockets. */
export function announceEnded(context: OpenedAccounts, sessionIds: readonly string[]): void {
  const ended = new Set(sessionIds)
  context.sessions.forget((id) => ended.has(id))
  for (const sessionId of ended) context.events.endSession(sessionId)
}
