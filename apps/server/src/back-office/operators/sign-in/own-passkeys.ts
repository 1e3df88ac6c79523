import type { NewPasskey, OperatorShown, Passkey, PasskeyWanted, ShownPasskey } from '@candor/contract'
import { Refusal } from '../../../platform/http/refusal.ts'
import { judged } from '../../../platform/limits/login-throttle.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { Operator, Stranger } from '../operator.ts'
import type { OperatorsContext } from '../operators-context.ts'
import type { WithCookie } from '../ops-handlers.ts'
import { openFor } from './sign-in.ts'

const mostOf = 20

/** Signs in with a passkey, which replaces password and second factor. Refuses `passkeyRejected`; 429 for guessing. */
export async function signInByPasskey(
  context: OperatorsContext,
  passkey: ShownPasskey,
  from: Stranger,
): Promise<WithCookie<OperatorShown>> {
  const key = `passkey ${networkOf(from.address)}`
  const attempt = await context.loginThrottle.admit(key, from.address)
  const id = await context.passkeys.shown(passkey)
  if (id === null) throw new Refusal('passkeyRejected')
  await attempt.withdraw()
  const person = await context.db.query
    .selectFrom('operators_people')
    .select(['id', 'email', 'role'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (person === undefined) throw new Refusal('passkeyRejected')
  return openFor(context, person, from, 'passkey')
}

/** A screen left open must not be enough to leave a key behind. Refuses `passwordWrong`. */
export async function startOwnPasskey(
  context: OperatorsContext,
  password: string,
  operator: Operator,
): Promise<PasskeyWanted> {
  await proveOwnPassword(context, password, operator)
  const known = await context.passkeys.listOf(operator.id)
  if (known.length >= mostOf)
    throw new Refusal('invalidInput', { issues: [{ path: 'name', code: 'too_many' }] })
  return context.passkeys.startRegistration({ id: operator.id, name: operator.email })
}

export async function addOwnPasskey(
  context: OperatorsContext,
  request: { readonly name: string; readonly passkey: NewPasskey },
  { id, email }: Operator,
): Promise<Passkey> {
  const added = await context.passkeys.add(id, request.name, request.passkey)
  if (added === null) throw new Refusal('passkeyRejected')
  await context.db.transaction((tx) =>
    context.audit.write(tx, {
      actor: id,
      action: 'operators.passkey.add',
      subject: `operator:${id}`,
      after: { passkey: added.id, name: added.name },
    }),
  )
  await context.tellOwner(email, 'passkey-added')
  return added
}

/** Removes a passkey; another operator's is not found (`notFound`). */
export async function removeOwnPasskey(
  context: OperatorsContext,
  request: { readonly id: string; readonly password: string },
  operator: Operator,
): Promise<true> {
  await proveOwnPassword(context, request.password, operator)
  if (!(await context.passkeys.remove(operator.id, request.id))) throw new Refusal('notFound')
  await context.db.transaction((tx) =>
    context.audit.write(tx, {
      actor: operator.id,
      action: 'operators.passkey.remove',
      subject: `operator:${operator.id}`,
      before: { passkey: request.id },
    }),
  )
  await context.tellOwner(operator.email, 'passkey-removed')
  return true
}

async function proveOwnPassword(
  context: OperatorsContext,
  password: string,
  operator: Operator,
): Promise<void> {
  const key = `own ${operator.id}`
  const attempt = await context.loginThrottle.admit(key, operator.sessionId)
  const { password_hash } = await context.db.query
    .selectFrom('operators_people')
    .select('password_hash')
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow()
  if (!(await judged(attempt, context.identity.isPassword(password_hash, password, operator.id))))
    throw new Refusal('passwordWrong')
  await attempt.succeeded()
}
