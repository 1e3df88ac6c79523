import type { OperatorShown } from '@candor/contract'
import type { Selectable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { judged } from '../../../platform/limits/login-throttle.ts'
import type { Operator, Stranger } from '../operator.ts'
import type { OperatorAccounts, OperatorSignIn } from '../operators-context.ts'
import type { OperatorsTables } from '../operators-tables.ts'
import { WithCookie } from '../ops-handlers.ts'

/** Way of proving an identity; `sso-second-factor`: the provider's second factor did. */
type WayIn = 'password' | 'passkey' | 'sso' | 'sso-second-factor'

interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly totp: string
}

type Person = Pick<
  Selectable<OperatorsTables['operators_people']>,
  'id' | 'email' | 'role' | 'password_hash' | 'totp_secret'
>

/** Signs in with password and second factor at once; gives the same `credentialsWrong` for any wrong one. 429 for guessing. */
export async function signIn(
  context: OperatorSignIn,
  request: SignInRequest,
  from: Stranger,
): Promise<WithCookie<OperatorShown>> {
  const key = context.identity.compared(request.email)
  const attempt = await context.loginThrottle.admit(key, from.address)
  const person = await personOf(context.db, key)
  const isProven = await judged(attempt, proves(context, person, request, from))
  if (person === null || !isProven) throw new Refusal('credentialsWrong')
  await attempt.succeeded()
  return openFor(context, person, from, 'password')
}

/** Starts a session for an operator who has proven their identity, and records the way. */
export async function openFor(
  context: OperatorSignIn,
  person: Pick<Person, 'id' | 'email' | 'role'>,
  from: Stranger,
  by: WayIn,
): Promise<WithCookie<OperatorShown>> {
  const token = await context.db.transaction(async (tx) => {
    const started = await context.sessions.start(tx, person.id, from)
    await context.audit.write(tx, {
      actor: person.id,
      action: 'operators.sign-in',
      subject: `operator:${person.id}`,
      after: { address: from.address, device: from.device, by },
    })
    return started
  })
  return new WithCookie({ id: person.id, email: person.email, role: person.role }, token)
}

/** Ends one of the operator's own sessions. */
export async function signOut(
  { db, sessions, audit }: OperatorSignIn,
  { id, sessionId }: Pick<Operator, 'id' | 'sessionId'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await sessions.end(tx, sessionId)
    await audit.write(tx, { actor: id, action: 'operators.sign-out', subject: `operator:${id}` })
  })
}

async function personOf(db: Database, key: string): Promise<Person | null> {
  const row = await db.query
    .selectFrom('operators_people')
    .select(['id', 'email', 'role', 'password_hash', 'totp_secret'])
    .where('email_key', '=', key)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

async function proves(
  context: OperatorSignIn,
  person: Person | null,
  request: SignInRequest,
  { address }: Stranger,
): Promise<boolean> {
  if (person === null) return context.identity.comparePlaceholder(request.password, address)
  if (!(await context.identity.isPassword(person.password_hash, request.password, address))) return false
  const step = stepNow(context, ownSecret(context, person), request.totp)
  return step !== null && useStep(context.db, person.id, step)
}

/** The secret of an operator's second factor. */
export const ownSecret = (
  { secrets }: OperatorAccounts,
  { id, totp_secret }: Pick<Person, 'id' | 'totp_secret'>,
): string => secrets.open('operators_people.totp_secret', id, totp_secret)

/** The step a code belongs to now, null when it is wrong. */
export const stepNow = ({ identity, clock }: OperatorAccounts, secret: string, totp: string): bigint | null =>
  identity.stepOf(secret, totp, clock)

/** True when this step had not been used: of two tries with one code, one succeeds. */
export async function useStep(db: Database, id: string, step: bigint): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable('operators_people')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
