import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { heldQueue } from '../platform/email/held-queue.ts'
import type { BrowserRow } from './choices-store.ts'
import type { NotificationsTables } from './notifications-tables.ts'

export type OutgoingRow = Selectable<NotificationsTables['notifications_outgoing']>

/** Lists due notices, oldest first. */
export async function dueOutgoing(reader: Reader, now: bigint, limit: number): Promise<bigint[]> {
  const rows = await reader
    .selectFrom('notifications_outgoing')
    .select('id')
    .where('next_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A row that is due, locked; null: it is not any more, or another process sends it now. */
export async function lockOutgoing(tx: Tx, id: bigint, now: bigint): Promise<OutgoingRow | null> {
  const row = await tx
    .selectFrom('notifications_outgoing')
    .selectAll()
    .where('id', '=', id)
    .where('next_at', '<=', now)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

export async function addOutgoing(
  tx: Tx,
  row: Insertable<NotificationsTables['notifications_outgoing']>,
): Promise<void> {
  await tx.insertInto('notifications_outgoing').values(row).execute()
}

export async function removeOutgoing(reader: Reader, id: bigint): Promise<void> {
  await reader.deleteFrom('notifications_outgoing').where('id', '=', id).execute()
}

/** Begins an attempt: counts it, and prevents another before `until`. */
export async function putOff(tx: Tx, id: bigint, until: bigint): Promise<void> {
  await tx
    .updateTable('notifications_outgoing')
    .set((eb) => ({ next_at: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const heldNotices = heldQueue(sql`UPDATE notifications_outgoing`)

export async function browserById(reader: Reader, id: string): Promise<BrowserRow | null> {
  const row = await reader
    .selectFrom('notifications_browsers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Removes everything that waits to be sent to a customer. */
export async function removeOutgoingOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('notifications_outgoing').where('user_id', '=', userId).execute()
}
