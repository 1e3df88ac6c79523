import type { NewPasskey, OperatorShown, Passkey, PasskeyWanted, ShownPasskey } from '@candor/contract'
import type { Passkeys } from '../../../accounts/sign-in/passkeys.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { judged } from '../../../platform/limits/login-throttle.ts'
import type { Operator, Stranger } from '../operator.ts'
import type { WithCookie } from '../ops-handlers.ts'
import { type OwnSignInDeps, openFor } from './sign-in.ts'

export interface PasskeyDeps extends OwnSignInDeps {
  readonly passkeys: Passkeys
}

const mostOf = 20

/** Signs in with a passkey, which replaces password and second factor. Refuses `passkeyRejected`; 429 for guessing. */
export async function signInByPasskey(
  deps: PasskeyDeps,
  passkey: ShownPasskey,
  from: Stranger,
): Promise<WithCookie<OperatorShown>> {
  const key = `passkey ${from.address}`
  const attempt = await deps.loginThrottle.admit(key, from.address)
  const id = await deps.passkeys.shown(passkey)
  if (id === null) throw new Refusal('passkeyRejected')
  await attempt.withdraw()
  const person = await deps.db.query
    .selectFrom('operators_people')
    .select(['id', 'email', 'role'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (person === undefined) throw new Refusal('passkeyRejected')
  return openFor(deps, person, from, 'passkey')
}

/** A screen left open must not be enough to leave a key behind. Refuses `passwordWrong`. */
export async function startOwnPasskey(
  deps: PasskeyDeps,
  password: string,
  operator: Operator,
): Promise<PasskeyWanted> {
  await proveOwnPassword(deps, password, operator)
  const known = await deps.passkeys.listOf(operator.id)
  if (known.length >= mostOf)
    throw new Refusal('invalidInput', { issues: [{ path: 'name', code: 'too_many' }] })
  return deps.passkeys.startRegistration({ id: operator.id, name: operator.email })
}

export async function addOwnPasskey(
  deps: PasskeyDeps,
  request: { readonly name: string; readonly passkey: NewPasskey },
  { id, email }: Operator,
): Promise<Passkey> {
  const added = await deps.passkeys.add(id, request.name, request.passkey)
  if (added === null) throw new Refusal('passkeyRejected')
  await deps.db.transaction((tx) =>
    deps.audit.write(tx, {
      actor: id,
      action: 'operators.passkey.add',
      subject: `operator:${id}`,
      after: { passkey: added.id, name: added.name },
    }),
  )
  await deps.tellOwner(email, 'passkey-added')
  return added
}

/** Removes a passkey; another operator's is not found (`notFound`). */
export async function removeOwnPasskey(
  deps: PasskeyDeps,
  request: { readonly id: string; readonly password: string },
  operator: Operator,
): Promise<true> {
  await proveOwnPassword(deps, request.password, operator)
  if (!(await deps.passkeys.remove(operator.id, request.id))) throw new Refusal('notFound')
  await deps.db.transaction((tx) =>
    deps.audit.write(tx, {
      actor: operator.id,
      action: 'operators.passkey.remove',
      subject: `operator:${operator.id}`,
      before: { passkey: request.id },
    }),
  )
  await deps.tellOwner(operator.email, 'passkey-removed')
  return true
}

async function proveOwnPassword(deps: PasskeyDeps, password: string, operator: Operator): Promise<void> {
  const key = `own ${operator.id}`
  const attempt = await deps.loginThrottle.admit(key, operator.sessionId)
  const { password_hash } = await deps.db.query
    .selectFrom('operators_people')
    .select('password_hash')
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow()
  if (!(await judged(attempt, deps.identity.isPassword(password_hash, password, operator.id))))
    throw new Refusal('passwordWrong')
  await attempt.succeeded()
}
