import type { OperatorShown } from '@candor/contract'
import type { Selectable } from 'kysely'
import type { IdentityParts } from '../../../accounts/identity-parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import { judged, type LoginThrottle } from '../../../platform/limits/login-throttle.ts'
import type { Audit } from '../../../proofs/audit/audit.ts'
import type { Operator, Stranger } from '../operator.ts'
import type { OperatorsTables } from '../operators-tables.ts'
import { WithCookie } from '../ops-handlers.ts'
import type { OperatorSessions } from './sessions-store.ts'
import type { TellOwner } from './tell-owner.ts'

export interface SignInDeps {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly identity: IdentityParts
  readonly secrets: Secrets
  readonly loginThrottle: LoginThrottle
  readonly sessions: OperatorSessions
}

/** For changes of how one signs in. */
export interface OwnSignInDeps extends SignInDeps {
  readonly tellOwner: TellOwner
}

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
  deps: SignInDeps,
  request: SignInRequest,
  from: Stranger,
): Promise<WithCookie<OperatorShown>> {
  const key = deps.identity.compared(request.email)
  const attempt = await deps.loginThrottle.admit(key, from.address)
  const person = await personOf(deps.db, key)
  if (person === null || !(await judged(attempt, proves(deps, person, request, from))))
    throw new Refusal('credentialsWrong')
  await attempt.succeeded()
  return openFor(deps, person, from, 'password')
}

/** Starts a session for an operator who has proven their identity, and records the way. */
export async function openFor(
  deps: SignInDeps,
  person: Pick<Person, 'id' | 'email' | 'role'>,
  from: Stranger,
  by: WayIn,
): Promise<WithCookie<OperatorShown>> {
  const token = await deps.db.transaction(async (tx) => {
    const started = await deps.sessions.start(tx, person.id, from)
    await deps.audit.write(tx, {
      actor: person.id,
      action: 'operators.sign-in',
      subject: `operator:${person.id}`,
      after: { address: from.address, device: from.device, by },
    })
    return started
  })
  return new WithCookie({ id: person.id, email: person.email, role: person.role }, token)
}

/** Ends a session of one's own. */
export async function signOut(
  { db, sessions, audit }: Pick<SignInDeps, 'db' | 'sessions' | 'audit'>,
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
  deps: SignInDeps,
  person: Person,
  request: SignInRequest,
  { address }: Stranger,
): Promise<boolean> {
  if (!(await deps.identity.isPassword(person.password_hash, request.password, address))) return false
  const step = stepNow(deps, ownSecret(deps, person), request.totp)
  return step !== null && useStep(deps.db, person.id, step)
}

/** The secret of an operator's second factor. */
export const ownSecret = (
  { secrets }: Pick<SignInDeps, 'secrets'>,
  { id, totp_secret }: Pick<Person, 'id' | 'totp_secret'>,
): string => secrets.open('operators_people.totp_secret', id, totp_secret)

/** The step a code belongs to now, null when it is wrong. */
export const stepNow = (
  { identity, clock }: Pick<SignInDeps, 'identity' | 'clock'>,
  secret: string,
  totp: string,
): bigint | null => identity.stepOf(secret, totp, clock)

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
