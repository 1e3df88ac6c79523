import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { PasskeyRow } from '../accounts-tables.ts'

/** A table of passkeys: customers and operators have one each, so that a passkey of one cannot sign in the other. */
export interface PasskeyStore {
  /** The table; challenges are made for one. */
  readonly table: string
  add(row: PasskeyRow, db?: Kysely<Schema>): Promise<boolean>
  byCredential(credentialId: Buffer): Promise<PasskeyRow | undefined>
  listOf(ownerId: string): Promise<readonly PasskeyRow[]>
  /** Records a use; returns false when a later one of the same device was recorded already, which means that the key was copied. */
  use(id: string, counter: bigint, at: Date): Promise<boolean>
  rename(ownerId: string, id: string, name: string): Promise<boolean>
  remove(ownerId: string, id: string, db?: Kysely<Schema>): Promise<boolean>
  removeAllOf(tx: Tx, ownerId: string): Promise<void>
}

/** Stores the passkeys of customers. */
export const customerPasskeys = ({ query }: Database): PasskeyStore => ({
  table: 'accounts_passkeys',
  add: async (row, db = query) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('accounts_passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  byCredential: (credentialId) =>
    query
      .selectFrom('accounts_passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst(),
  listOf: (ownerId) =>
    query
      .selectFrom('accounts_passkeys')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  use: async (id, counter, at) => {
    const { numUpdatedRows } = await query
      .updateTable('accounts_passkeys')
      .set({ counter, last_used_at: at })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  rename: async (ownerId, id, name) => {
    const { numUpdatedRows } = await query
      .updateTable('accounts_passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  remove: async (ownerId, id, db = query) => {
    const { numDeletedRows } = await db
      .deleteFrom('accounts_passkeys')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
  removeAllOf: async (tx, ownerId) => {
    await tx.deleteFrom('accounts_passkeys').where('owner_id', '=', ownerId).execute()
  },
})
