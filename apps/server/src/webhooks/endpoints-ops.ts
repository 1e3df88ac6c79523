import type { OpsCalls, OpsParsedInputOf, WebhookEndpoint, WebhookSecret } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Operator, OperatorOrService } from '../back-office/operators/operator.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { invalidField, Refusal } from '../platform/http/refusal.ts'
import { isoOf, isoOrNull } from '../platform/iso-time.ts'
import type { Json } from '../platform/json.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import { FetchFailure } from '../platform/outbound/fetch-failure.ts'
import { readOutboundUrl } from '../platform/outbound/pinned-request.ts'
import type { PostPolicy } from '../platform/outbound/post-message.ts'
import { hastenWaiting } from './deliveries-store.ts'
import {
  addEndpoint,
  changeEndpoint,
  type EndpointRow,
  endpointsWithCounts,
  lockedEndpoint,
  removeEndpoint,
} from './endpoints-store.ts'
import { newSecret } from './sign-message.ts'
import type { TellAdmins } from './tell-stopped.ts'

type Input<N extends keyof OpsCalls> = OpsParsedInputOf<OpsCalls[N]>

export interface WebhooksContext extends ServerContext {
  readonly secrets: Secrets
  readonly policy: PostPolicy
  readonly tellAdmins: TellAdmins
}

/** Time for which the former secret signs too. */
const rotationMs = dayMs

/**
 * Endpoints in the console. Each change is an entry in the audit log. One admin may make it: messages name no person, and every admin gets a
 * letter about a new address.
 */
export const endpointsOpsHandlers = (context: WebhooksContext) => ({
  opsWebhooks: async (): Promise<WebhookEndpoint[]> =>
    (await endpointsWithCounts(context.db)).map((row) => toResponse(row, context.clock.now())),
  opsAddWebhook: (input: Input<'opsAddWebhook'>, operator: Operator) => addWebhook(context, input, operator),
  opsChangeWebhook: (input: Input<'opsChangeWebhook'>, operator: Operator) =>
    changeWebhook(context, input, operator),
  opsPauseWebhook: ({ id }: Input<'opsPauseWebhook'>, operator: Operator) =>
    changeState(context, { id, operator, state: 'paused', from: ['active'] }),
  opsResumeWebhook: ({ id }: Input<'opsResumeWebhook'>, operator: Operator) =>
    changeState(context, { id, operator, state: 'active', from: ['paused', 'stopped'] }),
  opsRemoveWebhook: ({ id }: Input<'opsRemoveWebhook'>, operator: Operator) =>
    removeWebhook(context, id, operator),
  opsRotateWebhookSecret: ({ id }: Input<'opsRotateWebhookSecret'>, operator: Operator) =>
    rotateSecret(context, id, operator),
})

async function addWebhook(
  context: WebhooksContext,
  { signature, ...input }: Input<'opsAddWebhook'>,
  operator: Operator,
): Promise<WebhookSecret> {
  const { db, clock, secrets, newId } = context
  const settings = settingsOf(context, input)
  const id = newId()
  const { secret, publicKey } = newSecret(signature)
  await db.transaction(async (tx) => {
    await refuseTakenName(tx, settings.name, id)
    const row = {
      ...{ id, ...settings, signature, public_key: publicKey, created_at: BigInt(clock.now()) },
      secret: secrets.seal('webhooks_endpoints.secret', id, secret),
    }
    if (!(await addEndpoint(tx, row))) throw invalidField('name', 'too_many')
    await audit(context, tx, operator, { id, act: 'add', after: auditedOf(settings) })
  })
  await tellAddress(context, operator, settings)
  return { id, secret: signature === 'v1' ? secret : null, publicKey }
}

async function changeWebhook(
  context: WebhooksContext,
  { id, ...input }: Input<'opsChangeWebhook'>,
  operator: Operator,
): Promise<true> {
  const settings = settingsOf(context, input)
  const isOther = await context.db.transaction(async (tx) => {
    const before = await existing(tx, id)
    await refuseTakenName(tx, settings.name, id)
    await changeEndpoint(tx, id, settings)
    const states = { before: auditedOf(before), after: auditedOf(settings) }
    await audit(context, tx, operator, { id, act: 'change', ...states })
    return before.url !== settings.url
  })
  if (isOther) await tellAddress(context, operator, settings)
  return true
}

const changeState = (
  context: WebhooksContext,
  {
    id,
    operator,
    state,
    from,
  }: {
    readonly id: string
    readonly operator: Operator
    readonly state: 'active' | 'paused'
    readonly from: readonly EndpointRow['state'][]
  },
): Promise<true> =>
  context.db.transaction(async (tx): Promise<true> => {
    const before = await existing(tx, id)
    if (!from.includes(before.state)) return true
    await changeEndpoint(tx, id, { state, stop_reason: null, stopped_at: null, failing_since: null })
    if (state === 'active') await hastenWaiting(tx, id, context.clock.now())
    const states = { before: { state: before.state }, after: { state } }
    await audit(context, tx, operator, { id, act: state === 'active' ? 'resume' : 'pause', ...states })
    return true
  })

const removeWebhook = (context: WebhooksContext, id: string, operator: Operator): Promise<true> =>
  context.db.transaction(async (tx): Promise<true> => {
    const before = await existing(tx, id)
    await removeEndpoint(tx, id)
    await audit(context, tx, operator, { id, act: 'remove', before: auditedOf(before) })
    return true
  })

const rotateSecret = (context: WebhooksContext, id: string, operator: Operator): Promise<WebhookSecret> =>
  context.db.transaction(async (tx) => {
    const { secrets, clock } = context
    const before = await existing(tx, id)
    const { signature } = before
    const { secret, publicKey } = newSecret(signature)
    const former = secrets.open('webhooks_endpoints.secret', id, before.secret)
    await changeEndpoint(tx, id, {
      secret: secrets.seal('webhooks_endpoints.secret', id, secret),
      former_secret: secrets.seal('webhooks_endpoints.former_secret', id, former),
      former_until: BigInt(clock.now() + rotationMs),
      public_key: publicKey,
    })
    await audit(context, tx, operator, { id, act: 'rotate' })
    return { id, secret: signature === 'v1' ? secret : null, publicKey }
  })

/** Returns an endpoint, locked; refuses `notFound` without one. */
export async function existing(tx: Tx, id: string): Promise<EndpointRow> {
  const row = await lockedEndpoint(tx, id)
  if (row === undefined) throw new Refusal('notFound')
  return row
}

async function refuseTakenName(tx: Tx, name: string, ownId: string): Promise<void> {
  const other = await tx
    .selectFrom('webhooks_endpoints')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', ownId)
    .executeTakeFirst()
  if (other !== undefined) throw invalidField('name', 'taken')
}

type Settings = Pick<EndpointRow, 'name' | 'url' | 'types'>

/** Settings as they are stored. Refuses an address that no message would be sent to, at its field. */
const settingsOf = ({ policy }: WebhooksContext, { name, url, types }: Settings): Settings => ({
  ...{ name, url: readEndpointUrl(policy, url) },
  types: [...new Set(types)].toSorted(),
})

function readEndpointUrl(policy: PostPolicy, typed: string): string {
  try {
    const url = readOutboundUrl(policy, typed)
    // A name is resolved at each attempt, and refused there.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isPlain = url.protocol === 'http:' && host !== 'localhost' && !policy.permitsPlain(host)
    if (isPlain) throw new FetchFailure('url')
    return url.href
  } catch (error) {
    if (error instanceof FetchFailure) throw invalidField('url', error.reason)
    throw error
  }
}

const auditedOf = ({ name, url, types }: Settings) => ({ name, url, types: [...types] })

interface Deed {
  readonly id: string
  readonly act: string
  readonly before?: Json
  readonly after?: Json
}

/** Writes a deed on an endpoint into the audit log. */
export const audit = (
  { console }: WebhooksContext,
  tx: Tx,
  { id: actor }: OperatorOrService,
  { id, act, ...states }: Deed,
): Promise<void> =>
  console.audit.write(tx, {
    actor,
    action: `webhooks.${act}`,
    subject: `webhook:${id}`,
    ...states,
  })

const tellAddress = (
  { tellAdmins }: WebhooksContext,
  { email }: Operator,
  { name, url }: Settings,
): Promise<void> =>
  tellAdmins({
    subject: `Webhook to a new address: ${name}`,
    text: [
      `${email} set the webhook ${name}: events of this installation are now sent to ${new URL(url).origin}.`,
      'Messages name customers by their ids and hold amounts, but no personal data. If you do not know this address, pause the webhook on the page Webhooks of the console.',
    ].join('\n\n'),
  })

const toResponse = (
  row: EndpointRow & { readonly waiting: number; readonly failed: number },
  now: number,
): WebhookEndpoint => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types as WebhookEndpoint['types'],
  signature: row.signature,
  publicKey: row.public_key,
  state: row.state,
  stopReason: row.stop_reason,
  createdAt: isoOf(row.created_at),
  succeededAt: isoOrNull(row.succeeded_at),
  failingSince: isoOrNull(row.failing_since),
  rotatingUntil: row.former_until !== null && Number(row.former_until) > now ? isoOf(row.former_until) : null,
  waiting: row.waiting,
  failed: row.failed,
})
