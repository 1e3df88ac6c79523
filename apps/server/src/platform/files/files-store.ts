import type { FilePurpose } from '@candor/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { FilesTables } from './files-tables.ts'

type Query = Kysely<Schema>
export type FileRow = Selectable<FilesTables['files_files']>

export async function addFile(
  db: Query,
  file: Omit<FileRow, 'claimed_at' | 'removed_at' | 'emptied_at'>,
): Promise<void> {
  await db.insertInto('files_files').values(file).execute()
}

export async function countSince(db: Query, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('files_files')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Claims a file; returns false unless it is this customer's, for this purpose, and unclaimed. */
export async function claimFile(
  db: Query,
  file: { readonly id: string; readonly userId: string; readonly purpose: FilePurpose },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files_files')
    .set({ claimed_at: now })
    .where('id', '=', file.id)
    .where('user_id', '=', file.userId)
    .where('purpose', '=', file.purpose)
    .where('claimed_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const fileToRead = (db: Query, id: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('files_files')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Lists a customer's stored pictures, the oldest first. */
export const filesOf = (db: Query, userId: string): Promise<FileRow[]> =>
  db
    .selectFrom('files_files')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()

export async function removeFiles(db: Query, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('files_files')
    .set({ removed_at: now })
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
}

export async function removeAllOf(db: Query, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('files_files')
    .set({ removed_at: now })
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Removes files that were not claimed since `before`. */
export async function removeUnclaimed(db: Query, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('files_files')
    .set({ removed_at: now })
    .where('claimed_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

export async function toEmpty(db: Query, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files_files')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('emptied_at', 'is', null)
    .orderBy('removed_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Once: another sweep may have been there first. */
export async function markEmptied(db: Query, id: string, now: Date): Promise<void> {
  await db
    .updateTable('files_files')
    .set({ emptied_at: now })
    .where('id', '=', id)
    .where('emptied_at', 'is', null)
    .execute()
}
