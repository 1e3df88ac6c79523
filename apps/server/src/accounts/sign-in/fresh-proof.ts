import { type ProofRequired, proofFreshMs, type ShownPasskey } from '@candor/contract'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { GivenProof } from '../../platform/http/register-calls.ts'
import type { UserRow } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { provePassword } from '../passwords/change-password.ts'
import { compared } from '../registration/identity-keys.ts'
import { proveSecondFactor } from './set-second-factor.ts'

export interface ProofRequest extends GivenProof {
  readonly passkey?: ShownPasskey | undefined
  readonly code?: string | undefined
}

/**
 * Protects calls from stolen sessions: passes when the session proved its identity within ten minutes, or the call carries password and
 * second factor. Checks the carried credentials in either case (`passwordWrong`, `secondFactorRequired`). Refuses `freshProofRequired` with
 * the possible ways.
 */
export async function requireFreshProof(
  context: OpenedAccounts,
  caller: Caller,
  given: GivenProof,
): Promise<void> {
  const user = await context.users.byId(caller.userId)
  const provenBefore = await isFresh(context, caller)
  const givesFactor = isGiven(given.totp)
  const givesAll = given.password !== undefined && (givesFactor || !user.totp_enabled)
  if (!provenBefore && !givesAll) throw await proofMissing(context, user)
  if (given.password !== undefined) await provePassword(context, caller, given.password)
  if (givesFactor) await proveSecondFactor(context, given.totp, caller)
  if (!provenBefore) await context.sessions.markProven(caller.sessionId)
}

/**
 * Proves the signed-in customer's identity again. Refuses `passwordWrong`, `passkeyRejected`, `codeWrong`, `secondFactorRequired`, and
 * `freshProofRequired` where none of the account's ways was used.
 */
export async function proveIdentity(
  context: OpenedAccounts,
  given: ProofRequest,
  caller: Caller,
): Promise<{ until: string }> {
  const user = await context.users.byId(caller.userId)
  const useUp = await proveFirstFactor(context, user, given, caller)
  await proveSecondFactor(context, given.totp, caller)
  await useUp()
  await context.sessions.markProven(caller.sessionId)
  return { until: new Date(context.clock.now() + proofFreshMs).toISOString() }
}

/** Returns what remains to be done once the second factor was right too. */
async function proveFirstFactor(
  context: OpenedAccounts,
  user: UserRow,
  { password, passkey, code }: ProofRequest,
  caller: Caller,
): Promise<() => Promise<void>> {
  const nothingLeft = async () => undefined
  if (password !== undefined) {
    await provePassword(context, caller, password)
    return nothingLeft
  }
  if (passkey !== undefined) {
    if ((await context.passkeys.shown(passkey)) !== user.id) throw new Refusal('passkeyRejected')
    return nothingLeft
  }
  const ways = await waysOf(context, user)
  if (code === undefined || !ways.ways.includes('code')) throw new Refusal('freshProofRequired', ways)
  const key = compared(user.email)
  if (!(await context.codes.check(key, 'security', code))) throw new Refusal('codeWrong')
  return async () => {
    if (!(await context.codes.consume(context.db.query, { recipientKey: key, purpose: 'security', code })))
      throw new Refusal('codeWrong')
  }
}

const isGiven = (text: string | undefined): boolean => text !== undefined && text.trim() !== ''

async function isFresh({ sessions, clock }: OpenedAccounts, { sessionId }: Caller): Promise<boolean> {
  const provenAt = await sessions.provenAt(sessionId)
  return provenAt !== null && clock.now() < provenAt + proofFreshMs
}

const proofMissing = async (context: OpenedAccounts, user: UserRow) =>
  new Refusal('freshProofRequired', await waysOf(context, user))

/**
 * Lists the ways of an account. A code by mail counts only without password and passkey: otherwise access to the mail would be enough for
 * everything.
 */
async function waysOf({ passkeys }: OpenedAccounts, user: UserRow): Promise<ProofRequired> {
  const hasPasskey = (await passkeys.listOf(user.id)).length > 0
  const ways: ProofRequired['ways'] = []
  if (user.has_password) ways.push('password')
  if (hasPasskey) ways.push('passkey')
  return { ways: ways.length > 0 ? ways : ['code'], totp: user.totp_enabled }
}
