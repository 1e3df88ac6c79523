import type { OpsCalls, OpsParsedInputOf, ServiceToken, ServiceTokenState } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { invalidField, Refusal } from '../../../platform/http/refusal.ts'
import { isoOf, isoOrNull } from '../../../platform/iso-time.ts'
import type { Json } from '../../../platform/json.ts'
import type { Console } from '../console.ts'
import type { Operator } from '../operator.ts'
import type { OperatorsContext } from '../operators-context.ts'
import type { OpsHandlers } from '../ops-handlers.ts'
import type { TellAdmins } from '../people/tell-admins.ts'
import { proveOwnFactors } from '../sign-in/own-credentials.ts'
import { refuseEnd, serviceTokenKind } from './service-token-proposal.ts'
import type { ServiceTokens } from './service-tokens.ts'
import {
  changeToken,
  type ListedToken,
  listedTokens,
  lockedToken,
  refuseTokenName,
  type ServiceTokenRow,
  tokenById,
  usesOf,
} from './service-tokens-store.ts'

type Input<N extends keyof OpsCalls> = OpsParsedInputOf<OpsCalls[N]>

export interface ServiceTokensContext extends OperatorsContext {
  readonly serviceTokens: ServiceTokens
  readonly tellAdmins: TellAdmins
}

/** Service tokens in the console: two people make one, its secret needs fresh proof, one person revokes it. */
export const serviceTokensHandlers = (context: ServiceTokensContext, console: Console) =>
  ({
    opsServiceTokens: async () => {
      const now = context.clock.now()
      return (await listedTokens(context.db, now)).map((row) => toResponse(row, now))
    },
    opsServiceTokenUse: ({ id }) => showUse(context, id),
    opsProposeServiceToken: async ({ reason, ...token }, operator) => {
      const now = context.clock.now()
      refuseEnd(token.expiresAt, now)
      await refuseTokenName(context.db.query, token.name, now)
      const payload = { ...token, scopes: [...new Set(token.scopes)], networks: [...new Set(token.networks)] }
      const { id } = await console.propose({ kind: serviceTokenKind, payload, reason }, operator)
      return { id }
    },
    opsIssueServiceToken: (input, operator) => issue(context, input, operator),
    opsRotateServiceToken: (input, operator) => rotate(context, input, operator),
    opsRevokeServiceToken: (input, operator) => revoke(context, input, operator),
  }) satisfies OpsHandlers

async function showUse({ db, clock }: ServiceTokensContext, id: string) {
  if ((await tokenById(db.query, id)) === undefined) throw new Refusal('notFound')
  const { calls, networks } = await usesOf(db, id, clock.now())
  return {
    calls,
    networks: networks.map(({ network, first_at }) => ({ network, firstAt: isoOf(first_at) })),
  }
}

/** Makes the first secret of a token. Refuses `invalidInput` at `id` for an operator who did not propose it. */
async function issue(
  context: ServiceTokensContext,
  { id, ...factors }: Input<'opsIssueServiceToken'>,
  operator: Operator,
) {
  const refuseIssued = (row: ServiceTokenRow) => {
    if (row.proposed_by !== operator.id) throw invalidField('id', 'proposer')
    refuseOver(row, context.clock.now())
    if (row.secret_hash !== null) throw new Refusal('changedMeanwhile')
  }
  refuseIssued(await existing(tokenById(context.db.query, id)))
  await proveOwnFactors(context, factors, operator)
  const { token, ...stored } = context.serviceTokens.newSecret()
  const { name } = await context.db.transaction(async (tx) => {
    const row = await existing(lockedToken(tx, id))
    refuseIssued(row)
    await changeToken(tx, id, {
      ...stored,
      secret_by: operator.id,
      secret_at: BigInt(context.clock.now()),
    })
    await audit(context, tx, operator, { id, act: 'issue' })
    return row
  })
  await tellSecret(context, name, `${operator.email} was shown the secret of the service token ${name}.`)
  return { id, token, rotatingUntil: null }
}

/** Replaces the secret; the former one is valid for the hours named, at most until the token ends. */
async function rotate(
  context: ServiceTokensContext,
  { id, overlapHours, ...factors }: Input<'opsRotateServiceToken'>,
  operator: Operator,
) {
  const refuseUnissued = (row: ServiceTokenRow) => {
    refuseOver(row, context.clock.now())
    if (row.secret_hash === null) throw new Refusal('changedMeanwhile')
  }
  refuseUnissued(await existing(tokenById(context.db.query, id)))
  await proveOwnFactors(context, factors, operator)
  const { token, ...stored } = context.serviceTokens.newSecret()
  const now = context.clock.now()
  const until = overlapHours === 0 ? null : BigInt(now + overlapHours * hourMs)
  const { name } = await context.db.transaction(async (tx) => {
    const row = await existing(lockedToken(tx, id))
    refuseUnissued(row)
    await changeToken(tx, id, {
      ...stored,
      ...{ secret_by: operator.id, secret_at: BigInt(now) },
      ...{ former_hash: until === null ? null : row.secret_hash, former_until: until },
    })
    await audit(context, tx, operator, { id, act: 'rotate', after: { overlapHours } })
    return row
  })
  const former = until === null ? 'has ended' : `is valid until ${isoOf(until)}`
  await tellSecret(
    context,
    name,
    `${operator.email} replaced the secret of the service token ${name}. The former one ${former}.`,
  )
  return { id, token, rotatingUntil: isoOrNull(until) }
}

const revoke = (
  context: ServiceTokensContext,
  { id, reason }: Input<'opsRevokeServiceToken'>,
  operator: Operator,
): Promise<true> =>
  context.db.transaction(async (tx): Promise<true> => {
    const row = await existing(lockedToken(tx, id))
    if (row.revoked_at !== null) throw new Refusal('changedMeanwhile')
    await changeToken(tx, id, { revoked_by: operator.id, revoked_at: BigInt(context.clock.now()) })
    await audit(context, tx, operator, { id, act: 'revoke', reason, before: { name: row.name } })
    return true
  })

async function existing(found: Promise<ServiceTokenRow | undefined>): Promise<ServiceTokenRow> {
  const row = await found
  if (row === undefined) throw new Refusal('notFound')
  return row
}

/** Refuses `changedMeanwhile` for a token that was revoked or has expired. */
function refuseOver({ revoked_at, expires_at }: ServiceTokenRow, now: number): void {
  if (revoked_at !== null || now >= Number(expires_at)) throw new Refusal('changedMeanwhile')
}

interface Deed {
  readonly id: string
  readonly act: 'issue' | 'rotate' | 'revoke'
  readonly reason?: string
  readonly before?: Json
  readonly after?: Json
}

const audit = (
  context: ServiceTokensContext,
  tx: Tx,
  { id: actor }: Operator,
  { id, act, ...states }: Deed,
): Promise<void> =>
  context.audit.write(tx, {
    ...{ actor, action: `${serviceTokenKind}.${act}`, subject: `service-token:${id}` },
    ...states,
  })

const tellSecret = ({ tellAdmins }: ServiceTokensContext, name: string, text: string): Promise<void> =>
  tellAdmins({
    subject: `Secret of a service token: ${name}`,
    text: [
      text,
      'Whoever has it reads what its scopes open. If you know nothing of it, revoke the token on the page Service tokens of the console.',
    ].join('\n\n'),
  })

function stateOf(row: ServiceTokenRow, now: number): ServiceTokenState {
  if (row.revoked_at !== null) return 'revoked'
  if (now >= Number(row.expires_at)) return 'expired'
  return row.secret_hash === null ? 'approved' : 'active'
}

const personOf = (id: string | null, email: string | null) =>
  id === null || email === null ? null : { id, email }

const toResponse = (row: ListedToken, now: number): ServiceToken => {
  const state = stateOf(row, now)
  const isRotating = state === 'active' && row.former_until !== null && now < Number(row.former_until)
  return {
    ...{ id: row.id, name: row.name, scopes: row.scopes, networks: row.networks, state, start: row.start },
    proposedBy: { id: row.proposed_by, email: row.proposer_email },
    approvedBy: { id: row.approved_by, email: row.approver_email },
    madeAt: isoOf(row.made_at),
    expiresAt: isoOf(row.expires_at),
    secretBy: personOf(row.secret_by, row.holder_email),
    secretAt: isoOrNull(row.secret_at),
    holderLeft: state === 'active' && row.holder_disabled_at !== null,
    rotatingUntil: isRotating ? isoOrNull(row.former_until) : null,
    revokedBy: personOf(row.revoked_by, row.revoker_email),
    revokedAt: isoOrNull(row.revoked_at),
    lastUsedAt: isoOrNull(row.last_used_at),
    lastUsedAddress: row.last_used_address,
    calls: Number(row.calls ?? 0),
  }
}
