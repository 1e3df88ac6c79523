import { createHmac } from 'node:crypto'
import type { UndoableChange } from '@candor/contract'
import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { installationSecret } from './secrets-store.ts'
import { hashOfToken } from './tokens.ts'

export type UndoingRow = Selectable<AccountsTables['accounts_undoings']>

const day = 24 * 3_600_000
export const undoableDays = 7

/** A change as stored for undoing: `target` is the row it made, or the previous value; `before` the row that it replaced. */
export interface Change {
  readonly change: UndoableChange
  readonly target: string | null
  readonly before?: string | null
}

/** Computes the token of an undoing from its id, so that a letter that waits to be sent holds none and each try sends the same. */
export type UndoToken = (undoingId: string) => string

export async function openUndoTokens(db: Database): Promise<UndoToken> {
  const secret = await installationSecret(db.query, 'undoings')
  return (undoingId) => createHmac('sha256', secret).update(undoingId).digest('base64url')
}

/** Keeps what a change can be undone with; answers its id. */
export async function addUndoing(
  tx: Tx,
  { clock, undoToken }: { readonly clock: Clock; readonly undoToken: UndoToken },
  { userId, change, target, before = null }: Change & { readonly userId: string },
): Promise<string> {
  const now = clock.now()
  const id = newId()
  await tx
    .insertInto('accounts_undoings')
    .values({
      id,
      user_id: userId,
      change,
      target,
      before,
      token_hash: hashOfToken(undoToken(id)),
      created_at: new Date(now),
      expires_at: new Date(now + undoableDays * day),
      undone_at: null,
    })
    .execute()
  return id
}

/** Finds the change that a token undoes; null when it is none, was used or is too old. */
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

/** Mail addresses that this customer had within the days in which their change can still be undone. */
export async function formerAddresses(tx: Tx, clock: Clock, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('accounts_undoings')
    .select('target')
    .distinct()
    .where('user_id', '=', userId)
    .where('change', '=', 'email')
    .where('undone_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .execute()
  return rows.flatMap(({ target }) => (target === null ? [] : [target]))
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
