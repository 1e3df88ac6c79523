import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Reader, Tx } from '../platform/database/database.ts'
import type { EndpointRow } from './endpoints-store.ts'
import type { WebhooksTables } from './webhooks-tables.ts'

type EventRow = Selectable<WebhooksTables['webhooks_events']>
export type DeliveryRow = Selectable<WebhooksTables['webhooks_deliveries']> &
  Pick<EventRow, 'sequence' | 'id' | 'type' | 'at' | 'data'>

/** A message that this process may try now. */
export interface TakenMessage {
  readonly endpoint: EndpointRow
  readonly event: Pick<EventRow, 'sequence' | 'id' | 'type' | 'at' | 'data'>
  /** Attempts with this one. */
  readonly attempts: number
}

/** Takes the longest due message of an active endpoint until `until`, and counts the attempt; null: none is due. */
export const takeDue = (
  db: Database,
  endpointId: string,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<TakenMessage | null> =>
  db.transaction(async (tx) => {
    const endpoint = await tx
      .selectFrom('webhooks_endpoints')
      .selectAll()
      .where('id', '=', endpointId)
      .where('state', '=', 'active')
      .executeTakeFirst()
    const due = await tx
      .selectFrom('webhooks_deliveries')
      .select(['event', 'attempts'])
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'waiting')
      .where('next_at', '<=', BigInt(now))
      .orderBy('next_at')
      .orderBy('event')
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (endpoint === undefined || due === undefined) return null
    const attempts = due.attempts + 1
    await noteAttempt(tx, { endpointId, event: due.event }, { attempts, next_at: BigInt(until) })
    const event = await tx
      .selectFrom('webhooks_events')
      .select(['sequence', 'id', 'type', 'at', 'data'])
      .where('sequence', '=', due.event)
      .executeTakeFirstOrThrow()
    return { endpoint, event, attempts }
  })

/** Names a delivery. */
export interface DeliveryName {
  readonly endpointId: string
  readonly event: bigint
}

/** Stores what is known of an attempt. Nothing is stored of one that was removed meanwhile. */
export async function noteAttempt(
  reader: Reader,
  { endpointId, event }: DeliveryName,
  change: Updateable<WebhooksTables['webhooks_deliveries']>,
): Promise<void> {
  await reader
    .updateTable('webhooks_deliveries')
    .set(change)
    .where('endpoint_id', '=', endpointId)
    .where('event', '=', event)
    .execute()
}

export interface DeliveriesRequest {
  readonly endpointId: string
  readonly state: DeliveryRow['state'] | undefined
  readonly before: bigint | null
  readonly limit: number
}

/** Lists an endpoint's messages, the newest event first. */
export async function deliveriesOf(
  db: Database,
  { endpointId, state, before, limit }: DeliveriesRequest,
): Promise<DeliveryRow[]> {
  let query = db.query
    .selectFrom('webhooks_deliveries as delivery')
    .innerJoin('webhooks_events as event', 'event.sequence', 'delivery.event')
    .selectAll('delivery')
    .select(['event.sequence', 'event.id', 'event.type', 'event.at', 'event.data'])
    .where('delivery.endpoint_id', '=', endpointId)
  if (state !== undefined) query = query.where('delivery.state', '=', state)
  if (before !== null) query = query.where('delivery.event', '<', before)
  return query.orderBy('delivery.event', 'desc').limit(limit).execute()
}

/** Makes one message due again, with all its attempts; false: the endpoint has no such message. */
export async function resend(tx: Tx, endpointId: string, eventId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: BigInt(now) })
    .where('endpoint_id', '=', endpointId)
    .where('event', '=', (eb) =>
      eb.selectFrom('webhooks_events').select('sequence').where('id', '=', eventId),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export interface Replay {
  readonly endpoint: Pick<EndpointRow, 'id' | 'types'>
  readonly sinceMs: number
  readonly onlyMissed: boolean
  readonly now: number
}

/** Makes every recorded event of the endpoint's types since then due, and returns their number. */
export async function replay(tx: Tx, { endpoint, sinceMs, onlyMissed, now }: Replay): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO webhooks_deliveries AS delivery (endpoint_id, event, next_at)
    SELECT ${endpoint.id}, sequence, ${now} FROM webhooks_events
     WHERE at >= ${sinceMs} AND type = ANY (${endpoint.types}::text[])
        ON CONFLICT (endpoint_id, event) DO UPDATE SET state = 'waiting', attempts = 0, next_at = excluded.next_at
     WHERE delivery.state <> 'delivered' OR NOT ${onlyMissed}::boolean`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Ends the waiting of messages that wait for nothing but their turn: a resumed endpoint gets them at once. */
export async function hastenWaiting(tx: Tx, endpointId: string, now: number): Promise<void> {
  await tx
    .updateTable('webhooks_deliveries')
    .set({ next_at: BigInt(now), attempts: 0 })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}
