import type { OpsCallName, ServiceScope } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { installationSecret } from '../../accounts/secrets-store.ts'
import { hashOfToken, Tokens } from '../../accounts/sessions/tokens.ts'
import { serviceTokenKind } from '../../back-office/operators/service-tokens/service-token-proposal.ts'
import { serviceTokenPrefix } from '../../back-office/operators/service-tokens/service-tokens.ts'
import { addToken, changeToken } from '../../back-office/operators/service-tokens/service-tokens-store.ts'
import { addProposal, endProposal } from '../../back-office/proposals/proposals-store.ts'
import { newId } from '../../platform/new-id.ts'
import type { CallResponse, TestApp } from '../test-client.ts'
import { callOpsWith, type TestOperator } from '../test-operators.ts'

export interface TestServiceToken {
  readonly id: string
  readonly secret: string
  /** Makes an operators' call with it over HTTP, from another address where `from` names one. */
  call(name: OpsCallName, input?: object, from?: string): Promise<CallResponse>
}

export interface NewTestServiceToken {
  readonly name: string
  readonly scopes: readonly ServiceScope[]
  readonly networks?: readonly string[]
  readonly lastsMs?: number
}

/** Writes a token as two operators make one, with its secret. */
export async function addServiceToken(
  app: TestApp,
  [proposer, approver]: readonly [TestOperator, TestOperator],
  { name, scopes, networks = [], lastsMs = 90 * dayMs }: NewTestServiceToken,
): Promise<TestServiceToken> {
  const id = newId()
  const now = app.now()
  const at = new Date(now)
  const tokens = new Tokens(await installationSecret(app.db.query, app.secrets, 'service-tokens'))
  const secret = `${serviceTokenPrefix}${tokens.mint()}`
  await app.db.transaction(async (tx) => {
    await addProposal(tx, {
      ...{ id, kind: serviceTokenKind, payload: {}, summary: name, reason: 'a test', at },
      ...{ proposedBy: proposer.id, expiresAt: new Date(now + dayMs) },
    })
    await endProposal(tx, id, { status: 'approved', by: approver.id, at, reason: null })
    await addToken(tx, {
      ...{ id, name, scopes: [...scopes], networks: [...networks] },
      ...{ proposed_by: proposer.id, approved_by: approver.id },
      ...{ made_at: BigInt(now), expires_at: BigInt(now + lastsMs) },
    })
    await changeToken(tx, id, {
      ...{ start: secret.slice(0, 21), secret_hash: hashOfToken(secret) },
      ...{ secret_by: proposer.id, secret_at: BigInt(now) },
    })
  })
  return {
    id,
    secret,
    call: (callName, input = {}, from) => callWithToken(app, secret, { callName, input, from }),
  }
}

/** Makes an operators' call with a service token, without the console's header. */
export const callWithToken = (
  app: TestApp,
  secret: string,
  {
    callName,
    input = {},
    from,
  }: { readonly callName: OpsCallName; readonly input?: object; readonly from?: string | undefined },
): Promise<CallResponse> =>
  callOpsWith(app, callName, input, {
    authorization: `Bearer ${secret}`,
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
  })
