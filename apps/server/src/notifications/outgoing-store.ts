import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { BrowserRow } from './choices-store.ts'
import type { NotificationsTables } from './notifications-tables.ts'

type Reader = Kysely<Schema> | Tx
export type OutgoingRow = Selectable<NotificationsTables['notifications_outgoing']>

/** What is due, oldest first; what another process sends now is left to it. */
export const lockOutgoing = (tx: Tx, now: bigint, limit: number): Promise<OutgoingRow[]> =>
  tx
    .selectFrom('notifications_outgoing')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export async function addOutgoing(
  tx: Tx,
  row: Insertable<NotificationsTables['notifications_outgoing']>,
): Promise<void> {
  await tx.insertInto('notifications_outgoing').values(row).execute()
}

export async function removeOutgoing(reader: Reader, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await reader.deleteFrom('notifications_outgoing').where('id', 'in', ids).execute()
}

/** A try begins: it counts, and nobody else begins one before `until`. */
export async function putOff(tx: Tx, ids: readonly bigint[], until: bigint): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('notifications_outgoing')
    .set((eb) => ({ next_at: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

export async function browserById(reader: Reader, id: string): Promise<BrowserRow | null> {
  const row = await reader
    .selectFrom('notifications_browsers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
