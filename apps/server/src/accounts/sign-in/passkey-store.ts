import { type InsertResult, type Kysely, sql } from 'kysely'
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

/** Statements on a table of passkeys, by the module that owns it. */
export interface PasskeyStatements extends ReturnType<typeof onCustomers> {
  readonly table: string
}

const onCustomers = (query: Kysely<Schema>) => ({
  /** Inserts nothing where the credential is there. */
  insert: (row: PasskeyRow, db = query): Promise<InsertResult> =>
    db
      .insertInto('accounts_passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  select: () => query.selectFrom('accounts_passkeys as passkey'),
  update: () => query.updateTable('accounts_passkeys as passkey'),
  delete: (db = query) => db.deleteFrom('accounts_passkeys as passkey'),
})

/** Stores the passkeys of customers. */
export const customerPasskeys = ({ query }: Database): PasskeyStore =>
  passkeyStore({ table: 'accounts_passkeys', ...onCustomers(query) })

/** Stores passkeys in one table. */
export const passkeyStore = (statements: PasskeyStatements): PasskeyStore => ({
  table: statements.table,
  add: async (row, db) => (await statements.insert(row, db)).numInsertedOrUpdatedRows === 1n,
  byCredential: (credentialId) =>
    statements.select().selectAll().where('credential_id', '=', credentialId).executeTakeFirst(),
  listOf: (ownerId) =>
    statements
      .select()
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  use: async (id, counter, at) => {
    const { numUpdatedRows } = await statements
      .update()
      .set({ counter, last_used_at: at })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  rename: async (ownerId, id, name) => {
    const { numUpdatedRows } = await statements
      .update()
      .set({ name })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  remove: async (ownerId, id, db) => {
    const { numDeletedRows } = await statements
      .delete(db)
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
  removeAllOf: async (tx, ownerId) => {
    await statements.delete(tx).where('owner_id', '=', ownerId).execute()
  },
})
