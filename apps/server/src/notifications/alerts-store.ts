import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { NotificationsTables } from './notifications-tables.ts'

export type AlertRow = Selectable<NotificationsTables['notifications_alerts']>

/** Number of fired alerts to show. */
const firedShown = 50

/** Locks a customer's additions, so that the count holds. */
export async function lockCustomer(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`alerts:${userId}`}, 0))`.execute(tx)
}

export async function countWaiting(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('notifications_alerts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('fired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type NewAlert = Pick<AlertRow, 'id' | 'user_id' | 'code' | 'side' | 'price' | 'created_at'>

export const addAlertRow = (tx: Tx, row: NewAlert): Promise<AlertRow> =>
  tx.insertInto('notifications_alerts').values(row).returningAll().executeTakeFirstOrThrow()

/** Lists waiting alerts, newest first, then the newest fired ones. */
export async function alertsOf(db: Kysely<Schema>, userId: string): Promise<AlertRow[]> {
  const own = db.selectFrom('notifications_alerts').selectAll().where('user_id', '=', userId)
  const [waiting, fired] = await Promise.all([
    own.where('fired_at', 'is', null).orderBy('sequence', 'desc').execute(),
    own.where('fired_at', 'is not', null).orderBy('fired_at', 'desc').limit(firedShown).execute(),
  ])
  return [...waiting, ...fired]
}

export const waitingAlerts = (db: Database): Promise<AlertRow[]> =>
  db.query.selectFrom('notifications_alerts').selectAll().where('fired_at', 'is', null).execute()

/** False when there is no such alert of this customer. */
export async function removeAlertRow(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.query
    .deleteFrom('notifications_alerts')
    .where(sql<string>`id::text`, '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface Firing {
  readonly id: string
  readonly at: number
  readonly price: bigint
  readonly seq: number
  readonly source: string
}

/** Records fired alerts and returns those that had not fired before: each is reported once. */
export async function writeFired(db: Database, firings: readonly Firing[]): Promise<AlertRow[]> {
  const { rows } = await db.pool.query<AlertRow>({
    name: 'notifications-fired',
    text: `UPDATE notifications_alerts a
              SET fired_at = f.at, fired_price = f.price, fired_seq = f.seq, source = f.source
             FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) f (id, at, price, seq, source)
            WHERE a.id = f.id AND a.fired_at IS NULL
        RETURNING a.*`,
    values: [
      firings.map(({ id }) => id),
      firings.map(({ at }) => String(at)),
      firings.map(({ price }) => String(price)),
      firings.map(({ seq }) => String(seq)),
      firings.map(({ source }) => source),
    ],
  })
  return rows
}

/** Removes every price alert of a customer, fired or not. */
export async function removeAlertsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('notifications_alerts').where('user_id', '=', userId).execute()
}
