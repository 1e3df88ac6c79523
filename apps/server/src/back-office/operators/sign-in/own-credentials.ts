import { Refusal } from '../../../platform/http/refusal.ts'
import type { Sealed } from '../../../platform/keys/secrets.ts'
import { judged } from '../../../platform/limits/login-throttle.ts'
import type { Operator } from '../operator.ts'
import type { OperatorsContext } from '../operators-context.ts'
import { credentialRefusal } from '../people/add-operator.ts'
import { endSessionsOf } from '../people/people-store.ts'
import { ownSecret, stepNow, useStep } from './sign-in.ts'

/** Time a new secret waits for its first code. */
const confirmedWithinMs = 10 * 60_000

/** Proof that the operator at the open screen is the one who signed in. */
export interface OwnFactors {
  readonly password: string
  readonly totp: string
}

/**
 * Changes the operator's own password and ends their other sessions. Refuses `passwordWrong`, `secondFactorRequired`, and
 * `invalidInput` at `newPassword`.
 */
export async function changeOwnPassword(
  context: OperatorsContext,
  { newPassword, ...factors }: OwnFactors & { readonly newPassword: string },
  operator: Operator,
): Promise<true> {
  const refused = credentialRefusal(context.identity, operator.email, newPassword)
  if (refused !== null)
    throw new Refusal('invalidInput', { issues: [{ path: 'newPassword', code: refused }] })
  await proveOwnFactors(context, factors, operator)
  const hash = await context.identity.hashPassword(newPassword, operator.id)
  await change(context, operator, 'operators.password.change', { password_hash: hash })
  await context.tellOwner(operator.email, 'password')
  return true
}

/**
 * Returns a new secret for the operator's second factor; the old one stays valid until a code of the new one was given. Refuses
 * `passwordWrong`, `secondFactorRequired`.
 */
export async function startOwnTotp(context: OperatorsContext, factors: OwnFactors, operator: Operator) {
  await proveOwnFactors(context, factors, operator)
  const secret = context.identity.newTotpSecret()
  await context.db.query
    .updateTable('operators_people')
    .set({
      totp_next: context.secrets.seal('operators_people.totp_next', operator.id, secret),
      totp_next_until: new Date(context.clock.now() + confirmedWithinMs),
    })
    .where('id', '=', operator.id)
    .execute()
  return { secret, otpauthUrl: context.identity.otpauthUrl(secret, operator.email) }
}

/** Replaces the secret after a first code of the new one, and ends the operator's other sessions. Refuses `secondFactorRequired`. */
export async function confirmOwnTotp(
  context: OperatorsContext,
  { totp }: { readonly totp: string },
  operator: Operator,
): Promise<true> {
  const attempt = await context.loginThrottle.admit(`totp ${operator.id}`, operator.sessionId)
  const secret = waitingSecret(context, await ownRow(context, operator))
  const step = secret === null ? null : stepNow(context, secret, totp)
  if (secret === null || step === null) throw new Refusal('secondFactorRequired')
  await attempt.withdraw()
  await change(context, operator, 'operators.totp.change', {
    totp_secret: context.secrets.seal('operators_people.totp_secret', operator.id, secret),
    totp_last_step: step,
    totp_next: null,
    totp_next_until: null,
  })
  await context.tellOwner(operator.email, 'second-factor')
  return true
}

/**
 * Requires the current password and code, because an open screen must not be enough. The code is used up. Refuses
 * `passwordWrong`, `secondFactorRequired`.
 */
export async function proveOwnFactors(
  context: OperatorsContext,
  factors: OwnFactors,
  operator: Operator,
): Promise<void> {
  const { identity, loginThrottle, db } = context
  const attempt = await loginThrottle.admit(`own ${operator.id}`, operator.sessionId)
  const own = await ownRow(context, operator)
  if (!(await judged(attempt, identity.isPassword(own.password_hash, factors.password, operator.id))))
    throw new Refusal('passwordWrong')
  const step = stepNow(context, ownSecret(context, own), factors.totp)
  if (step === null || !(await useStep(db, operator.id, step))) throw new Refusal('secondFactorRequired')
  await attempt.succeeded()
}

const ownRow = ({ db }: OperatorsContext, { id }: Operator) =>
  db.query
    .selectFrom('operators_people')
    .select(['id', 'password_hash', 'totp_secret', 'totp_next', 'totp_next_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Null where none waits, or not any more. */
function waitingSecret(
  { secrets, clock }: OperatorsContext,
  { id, totp_next, totp_next_until }: Awaited<ReturnType<typeof ownRow>>,
): string | null {
  const waits = totp_next_until !== null && clock.now() < totp_next_until.getTime()
  return waits && totp_next !== null ? secrets.open('operators_people.totp_next', id, totp_next) : null
}

function change(
  { db, clock, audit }: OperatorsContext,
  { id, sessionId }: Operator,
  action: string,
  to: {
    readonly password_hash?: string
    readonly totp_secret?: Sealed<'operators_people.totp_secret'>
    readonly totp_last_step?: bigint
    readonly totp_next?: null
    readonly totp_next_until?: null
  },
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.updateTable('operators_people').set(to).where('id', '=', id).execute()
    const sessionsEnded = await endSessionsOf(tx, id, new Date(clock.now()), sessionId)
    await audit.write(tx, { actor: id, action, subject: `operator:${id}`, after: { sessionsEnded } })
  })
}
