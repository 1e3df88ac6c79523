import { mostWebhooks } from '@candor/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Reader, Tx } from '../platform/database/database.ts'
import { isUuid } from '../platform/uuid.ts'
import type { WebhooksTables } from './webhooks-tables.ts'

export type EndpointRow = Selectable<WebhooksTables['webhooks_endpoints']>

/** Waiting and failed messages are counted up to this number. */
export const mostMessagesCounted = 1_000

/** Lists every endpoint with the numbers of its messages, the oldest first. */
export async function endpointsWithCounts(
  db: Database,
): Promise<(EndpointRow & { readonly waiting: number; readonly failed: number })[]> {
  const { rows } = await sql<EndpointRow & { waiting: number; failed: number }>`
    SELECT e.*, waiting.count AS waiting, failed.count AS failed
      FROM webhooks_endpoints e,
           LATERAL (SELECT count(*)::int AS count FROM (SELECT FROM webhooks_deliveries d
             WHERE d.endpoint_id = e.id AND d.state = 'waiting' LIMIT ${mostMessagesCounted}) few) waiting,
           LATERAL (SELECT count(*)::int AS count FROM (SELECT FROM webhooks_deliveries d
             WHERE d.endpoint_id = e.id AND d.state = 'failed' LIMIT ${mostMessagesCounted}) few) failed
     ORDER BY e.created_at, e.id`.execute(db.query)
  return rows
}

/** Returns an endpoint; undefined: there is none of this id. */
export async function endpointById(reader: Reader, id: string): Promise<EndpointRow | undefined> {
  if (!isUuid(id)) return undefined
  return reader.selectFrom('webhooks_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, locked against changes. */
export async function lockedEndpoint(tx: Tx, id: string): Promise<EndpointRow | undefined> {
  if (!isUuid(id)) return undefined
  return tx
    .selectFrom('webhooks_endpoints')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Adds an endpoint unless there are as many as there may be; false: there are. */
export async function addEndpoint(
  tx: Tx,
  row: Insertable<WebhooksTables['webhooks_endpoints']>,
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('webhooks endpoints', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('webhooks_endpoints')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostWebhooks) return false
  await tx.insertInto('webhooks_endpoints').values(row).execute()
  return true
}

export async function changeEndpoint(
  reader: Reader,
  id: string,
  change: Updateable<WebhooksTables['webhooks_endpoints']>,
): Promise<void> {
  await reader.updateTable('webhooks_endpoints').set(change).where('id', '=', id).execute()
}

export async function removeEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhooks_endpoints').where('id', '=', id).execute()
}

/** Notes a success; the failures before it are over. */
export async function noteSuccess(reader: Reader, id: string, now: number): Promise<void> {
  await changeEndpoint(reader, id, { succeeded_at: BigInt(now), failing_since: null })
}

/** Notes a failure and returns since when the endpoint fails; null: it was removed. */
export async function noteFailing(reader: Reader, id: string, now: number): Promise<number | null> {
  const row = await reader
    .updateTable('webhooks_endpoints')
    .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(BigInt(now))) }))
    .where('id', '=', id)
    .returning('failing_since')
    .executeTakeFirst()
  return row === undefined ? null : Number(row.failing_since)
}

/** Stops an active endpoint; null: it was changed meanwhile. */
export async function stopEndpoint(
  reader: Reader,
  id: string,
  { reason, now }: { readonly reason: 'gone' | 'failing'; readonly now: number },
): Promise<Pick<EndpointRow, 'name' | 'url'> | null> {
  const row = await reader
    .updateTable('webhooks_endpoints')
    .set({ state: 'stopped', stop_reason: reason, stopped_at: BigInt(now) })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .returning(['name', 'url'])
    .executeTakeFirst()
  return row ?? null
}

/** Pauses every active endpoint, after a restore, and returns their number. Their messages wait. */
export async function pauseEndpoints(reader: Reader): Promise<number> {
  const { numUpdatedRows } = await reader
    .updateTable('webhooks_endpoints')
    .set({ state: 'paused' })
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Lists active endpoints with a message that is due. */
export const dueEndpoints = (
  reader: Reader,
  now: number,
  limit: number,
): Promise<{ readonly id: string }[]> =>
  reader
    .selectFrom('webhooks_endpoints as endpoint')
    .select('endpoint.id')
    .where('endpoint.state', '=', 'active')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhooks_deliveries as delivery')
          .select('delivery.event')
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          .where('delivery.state', '=', 'waiting')
          .where('delivery.next_at', '<=', BigInt(now)),
      ),
    )
    .orderBy('endpoint.id')
    .limit(limit)
    .execute()
