import { sql } from 'kysely'
import type { PasskeyStore } from '../../../accounts/sign-in/passkey-store.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Stores the passkeys of operators. */
export const operatorPasskeys = ({ query }: Database): PasskeyStore => ({
  table: 'operators_passkeys',
  add: async (row, db = query) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('operators_passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  byCredential: (credentialId) =>
    query
      .selectFrom('operators_passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst(),
  listOf: (ownerId) =>
    query
      .selectFrom('operators_passkeys')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  use: async (id, counter, at) => {
    const { numUpdatedRows } = await query
      .updateTable('operators_passkeys')
      .set({ counter, last_used_at: at })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  rename: async (ownerId, id, name) => {
    const { numUpdatedRows } = await query
      .updateTable('operators_passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  remove: async (ownerId, id, db = query) => {
    const { numDeletedRows } = await db
      .deleteFrom('operators_passkeys')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
  removeAllOf: async (tx, ownerId) => {
    await tx.deleteFrom('operators_passkeys').where('owner_id', '=', ownerId).execute()
  },
})
