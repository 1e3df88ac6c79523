import { Refusal } from '../../../platform/http/refusal.ts'
import type { Operator } from '../operator.ts'
import type { OperatorsContext } from '../operators-context.ts'
import { type OwnFactors, proveOwnFactors } from './own-credentials.ts'
import { beginSso, identityThatCameBack, offered, type SsoReturn } from './single-sign-on.ts'
import { addLink, linkOf, removeLink } from './sso-store.ts'

/** Returns the operator's account at the provider; null without single sign-on. */
export async function showOwnSso({ db, sso }: OperatorsContext, { id }: Operator) {
  if (sso === null) return null
  const row = await linkOf(db, id, sso.issuer)
  return {
    label: sso.label,
    link: row === null ? null : { account: row.account, linkedAt: row.linked_at.toISOString() },
  }
}

/** Sends an operator to the provider for the account they want to link. Refuses `passwordWrong` and `secondFactorRequired`, as every change of how one signs in, `signInMethodNotOffered` and `providerUnreachable`. */
export async function beginOwnLink(context: OperatorsContext, factors: OwnFactors, operator: Operator) {
  offered(context)
  await proveOwnFactors(context, factors, operator)
  return beginSso(context, operator.sessionId)
}

/**
 * Links the returned account to the session that started the attempt, replacing the previous account. Refuses
 * `singleSignOnFailed`, and `invalidInput` at `account` when it is another operator's.
 */
export async function finishOwnLink(context: OperatorsContext, given: SsoReturn, operator: Operator) {
  const { db, clock, audit } = context
  const { id } = operator
  const { issuer, subject, account } = await identityThatCameBack(context, given, operator.sessionId)
  const at = new Date(clock.now())
  await db.transaction(async (tx) => {
    if (!(await addLink(tx, id, { issuer, subject, account }, at)))
      throw new Refusal('invalidInput', { issues: [{ path: 'account', code: 'taken' }] })
    const after = { issuer, account }
    await audit.write(tx, { actor: id, action: 'operators.sso.link', subject: `operator:${id}`, after })
  })
  await context.tellOwner(operator.email, 'sso-linked')
  return { account, linkedAt: at.toISOString() }
}

/** The account opens nothing any more. Refuses `passwordWrong` and `secondFactorRequired`, and `notFound` where none is linked. */
export async function removeOwnLink(
  context: OperatorsContext,
  factors: OwnFactors,
  operator: Operator,
): Promise<true> {
  const { id } = operator
  await proveOwnFactors(context, factors, operator)
  await context.db.transaction(async (tx) => {
    const account = await removeLink(tx, id)
    if (account === null) throw new Refusal('notFound')
    const before = { account }
    await context.audit.write(tx, {
      actor: id,
      action: 'operators.sso.unlink',
      subject: `operator:${id}`,
      before,
    })
  })
  await context.tellOwner(operator.email, 'sso-removed')
  return true
}
