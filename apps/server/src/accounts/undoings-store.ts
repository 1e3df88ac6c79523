import type { UndoableChange } from '@candor/contract'
import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { hashOfToken } from './tokens.ts'

export type UndoingRow = Selectable<AccountsTables['accounts_undoings']>

const day = 24 * 3_600_000
export const undoableDays = 7

/** A change as it is kept to be undone: `target` is the row it made, or what stood there before. */
export interface Change {
  readonly change: UndoableChange
  readonly target: string | null
}

export async function addUndoing(
  db: Database,
  clock: Clock,
  token: string,
  { userId, change, target }: Change & { readonly userId: string },
): Promise<void> {
  const now = clock.now()
  await db.query
    .insertInto('accounts_undoings')
    .values({
      id: newId(),
      user_id: userId,
      change,
      target,
      token_hash: hashOfToken(token),
      created_at: new Date(now),
      expires_at: new Date(now + undoableDays * day),
      undone_at: null,
    })
    .execute()
}

/** What a token undoes; null when it is none, was used or is too old. */
export async function findUndoing(db: Database, clock: Clock, token: string): Promise<UndoingRow | null> {
  const row = await db.query
    .selectFrom('accounts_undoings')
    .selectAll()
    .where('token_hash', '=', hashOfToken(token))
    .where('undone_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return row ?? null
}

/** True once. */
export async function markUndone(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts_undoings')
    .set({ undone_at: at })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function forgetOldUndoings(db: Database, clock: Clock): Promise<void> {
  await db.query.deleteFrom('accounts_undoings').where('expires_at', '<', new Date(clock.now())).execute()
}
