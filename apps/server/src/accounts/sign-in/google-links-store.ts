import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export async function userOfSubject(db: Kysely<Schema>, subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts_google')
    .select('user_id')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Checks whether this customer is linked to a Google account. */
export async function isLinked(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts_google')
    .select('subject')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Links a customer to a Google account; false where either has another already. */
export async function linkSubject(
  db: Kysely<Schema>,
  subject: string,
  userId: string,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('accounts_google')
    .values({ subject, user_id: userId, linked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function unlinkSubject(tx: Tx, userId: string, subject: string): Promise<void> {
  await tx
    .deleteFrom('accounts_google')
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .execute()
}

/** Removes the customer's link, whichever Google account it is. */
export async function unlinkAllOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('accounts_google').where('user_id', '=', userId).execute()
}
