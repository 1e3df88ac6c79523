import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { AccountsTables } from '../accounts-tables.ts'

export type ClosureRow = Selectable<AccountsTables['accounts_closings']>
type Query = Kysely<Schema>

const open = (db: Query) =>
  db
    .selectFrom('accounts_closings')
    .selectAll()
    .where('cancelled_at', 'is', null)
    .where('erased_at', 'is', null)

/** Returns the closure that a customer requested and did not cancel; null for none. */
export const findOpenClosure = async (db: Query, userId: string): Promise<ClosureRow | null> =>
  (await open(db).where('user_id', '=', userId).executeTakeFirst()) ?? null

/** Lists the closures that are due, the longest waiting first. */
export const dueClosures = (db: Query, now: Date, limit: number): Promise<ClosureRow[]> =>
  open(db).where('erases_at', '<=', now).orderBy('erases_at').limit(limit).execute()

export async function addClosure(
  db: Query,
  closing: { readonly id: string; readonly userId: string; readonly askedAt: Date; readonly erasesAt: Date },
): Promise<void> {
  await db
    .insertInto('accounts_closings')
    .values({
      id: closing.id,
      user_id: closing.userId,
      asked_at: closing.askedAt,
      erases_at: closing.erasesAt,
      cancelled_at: null,
      erased_at: null,
    })
    .execute()
}

export async function endClosure(
  db: Query,
  id: string,
  how: { readonly cancelled_at: Date } | { readonly erased_at: Date },
): Promise<void> {
  await db.updateTable('accounts_closings').set(how).where('id', '=', id).execute()
}
