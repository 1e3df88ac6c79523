import type { WebhookEventType } from '@candor/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { Json } from '../platform/json.ts'

/** Events that get their deliveries in one statement. */
const spreadAtOnce = 1_000
const removedAtOnce = 10_000

/** Gives each new event a delivery for every endpoint that wants it and is not stopped; returns the number of deliveries. */
export async function spreadEvents({ query }: Database, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH fresh AS (
      SELECT sequence, type FROM webhooks_events WHERE NOT spread ORDER BY sequence LIMIT ${spreadAtOnce}
         FOR NO KEY UPDATE SKIP LOCKED
    ), marked AS (
      UPDATE webhooks_events e SET spread = true FROM fresh WHERE e.sequence = fresh.sequence
    )
    INSERT INTO webhooks_deliveries (endpoint_id, event, next_at)
    SELECT endpoint.id, fresh.sequence, ${now}
      FROM fresh JOIN webhooks_endpoints endpoint ON fresh.type = ANY (endpoint.types) AND endpoint.state <> 'stopped'
        ON CONFLICT (endpoint_id, event) DO NOTHING`.execute(query)
  return Number(numAffectedRows ?? 0n)
}

/** Records an event within the transaction of its change, if an endpoint wants it. */
export async function keepEvent(
  tx: Tx,
  { type, at, data }: { readonly type: WebhookEventType; readonly at: number; readonly data: Json },
): Promise<void> {
  await sql`SELECT webhooks_keep(${type}, ${at}::bigint, ${JSON.stringify(data)}::jsonb)`.execute(tx)
}

/** Adds an event for one endpoint alone, whatever it wants, and returns its id. */
export async function addEventFor(
  tx: Tx,
  endpointId: string,
  { type, at, data }: { readonly type: WebhookEventType; readonly at: number; readonly data: Json },
): Promise<string> {
  const { id, sequence } = await tx
    .insertInto('webhooks_events')
    .values({ type, at: BigInt(at), data: JSON.stringify(data), spread: true })
    .returning(['id', 'sequence'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('webhooks_deliveries')
    .values({ endpoint_id: endpointId, event: sequence, next_at: BigInt(at) })
    .execute()
  return id
}

/** Reports whether an endpoint wants one of these types. */
export async function isWanted(db: Kysely<Schema>, types: readonly WebhookEventType[]): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`SELECT webhooks_wanted(${types}::text[]) AS wanted`.execute(
    db,
  )
  return rows[0]?.wanted === true
}

/** Deletes events from before `beforeMs` with their deliveries, as many as fit into one statement. */
export async function removeOldEvents(db: Database, beforeMs: number): Promise<void> {
  await sql`
    DELETE FROM webhooks_events
     WHERE sequence IN (SELECT sequence FROM webhooks_events WHERE at < ${beforeMs} LIMIT ${removedAtOnce})`.execute(
    db.query,
  )
}
