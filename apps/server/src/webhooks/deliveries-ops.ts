import type { OpsCalls, OpsParsedInputOf, WebhookDelivery } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Operator, OperatorOrService } from '../back-office/operators/operator.ts'
import { readPage } from '../platform/http/pages.ts'
import { invalidField, Refusal } from '../platform/http/refusal.ts'
import { isoOf, isoOrNull } from '../platform/iso-time.ts'
import { type DeliveryRow, deliveriesOf, replay, resend } from './deliveries-store.ts'
import { audit, existing, type WebhooksContext } from './endpoints-ops.ts'
import { endpointById } from './endpoints-store.ts'
import { addEventFor } from './events-store.ts'
import { bodyOf, eventIdOf, messageIdOf } from './message.ts'

type Input<N extends keyof OpsCalls> = OpsParsedInputOf<OpsCalls[N]>

/** Days for which events and their deliveries are kept. */
export const retentionDays = 30

/** Messages of an endpoint in the console: reading them, and sending them again. */
export const deliveriesOpsHandlers = (context: WebhooksContext) => ({
  opsWebhookDeliveries: (input: Input<'opsWebhookDeliveries'>) => listDeliveries(context, input),
  opsTestWebhook: ({ id }: Input<'opsTestWebhook'>, operator: Operator) => sendTest(context, id, operator),
  opsResendWebhook: (input: Input<'opsResendWebhook'>, who: OperatorOrService) =>
    sendAgain(context, input, who),
  opsReplayWebhook: (input: Input<'opsReplayWebhook'>, who: OperatorOrService) =>
    replaySince(context, input, who),
})

async function listDeliveries(
  { db }: WebhooksContext,
  { id, state, cursor, limit }: Input<'opsWebhookDeliveries'>,
) {
  const { rows, nextCursor } = await readPage({ cursor, limit }, (before, most) =>
    deliveriesOf(db, { endpointId: id, state, before, limit: most }),
  )
  if ((await endpointById(db.query, id)) === undefined) throw new Refusal('notFound')
  return { items: rows.map(toResponse), nextCursor }
}

const sendTest = (context: WebhooksContext, id: string, operator: Operator) =>
  context.db.transaction(async (tx) => {
    await existing(tx, id)
    const at = context.clock.now()
    const eventId = await addEventFor(tx, id, { type: 'webhook.test', at, data: { endpoint: id } })
    await audit(context, tx, operator, { id, act: 'test' })
    return { messageId: messageIdOf(eventId) }
  })

const sendAgain = (
  context: WebhooksContext,
  { id, messageId }: Input<'opsResendWebhook'>,
  who: OperatorOrService,
): Promise<true> =>
  context.db.transaction(async (tx): Promise<true> => {
    await existing(tx, id)
    const eventId = eventIdOf(messageId)
    if (eventId === null || !(await resend(tx, id, eventId, context.clock.now())))
      throw new Refusal('notFound')
    await audit(context, tx, who, { id, act: 'resend', after: { messageId } })
    return true
  })

const replaySince = (
  context: WebhooksContext,
  { id, since, onlyMissed }: Input<'opsReplayWebhook'>,
  who: OperatorOrService,
) =>
  context.db.transaction(async (tx) => {
    const now = context.clock.now()
    const sinceMs = Date.parse(since)
    if (sinceMs > now) throw invalidField('since', 'future')
    if (sinceMs < now - retentionDays * dayMs) throw invalidField('since', 'too_old')
    const endpoint = await existing(tx, id)
    const messages = await replay(tx, { endpoint, sinceMs, onlyMissed, now })
    await audit(context, tx, who, { id, act: 'replay', after: { since, onlyMissed, messages } })
    return { messages }
  })

const toResponse = (row: DeliveryRow): WebhookDelivery => ({
  id: messageIdOf(row.id),
  type: row.type,
  at: isoOf(row.at),
  state: row.state,
  attempts: row.attempts,
  triedAt: isoOrNull(row.tried_at),
  nextAt: isoOrNull(row.next_at),
  status: row.status,
  failure: row.failure,
  detail: row.detail,
  payload: bodyOf(row),
})
