import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Passkeys of customers and of operators: two tables of one shape, so that a passkey of one cannot sign in the other. */
export type PasskeyTable = 'accounts_passkeys' | 'operators_passkeys'

export interface PasskeyRow {
  readonly id: string
  readonly owner_id: string
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly counter: bigint
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

/** The only SQL on the tables of passkeys. */
export class PasskeyStore {
  private readonly db: Database
  private readonly table

  constructor(db: Database, table: PasskeyTable) {
    this.db = db
    this.table = sql.table(table)
  }

  async add(row: PasskeyRow, db: Kysely<Schema> = this.db.query): Promise<boolean> {
    const { numAffectedRows } = await sql`
      INSERT INTO ${this.table} (id, owner_id, credential_id, public_key, counter, name, created_at)
      VALUES (${row.id}, ${row.owner_id}, ${row.credential_id}, ${row.public_key}, ${row.counter}, ${row.name}, ${row.created_at})
      ON CONFLICT DO NOTHING`.execute(db)
    return numAffectedRows === 1n
  }

  async byCredential(credentialId: Buffer): Promise<PasskeyRow | undefined> {
    const { rows } = await sql<PasskeyRow>`
      SELECT * FROM ${this.table} WHERE credential_id = ${credentialId}`.execute(this.db.query)
    return rows[0]
  }

  async listOf(ownerId: string): Promise<readonly PasskeyRow[]> {
    const { rows } = await sql<PasskeyRow>`
      SELECT * FROM ${this.table} WHERE owner_id = ${ownerId} ORDER BY created_at, id`.execute(this.db.query)
    return rows
  }

  /** Records a use; returns false when a later one of the same device was recorded already, which means that the key was copied. */
  async use(id: string, counter: bigint, at: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`
      UPDATE ${this.table} SET counter = ${counter}, last_used_at = ${at}
       WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`.execute(this.db.query)
    return numAffectedRows === 1n
  }

  async rename(ownerId: string, id: string, name: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      UPDATE ${this.table} SET name = ${name} WHERE id = ${id} AND owner_id = ${ownerId}`.execute(
      this.db.query,
    )
    return numAffectedRows === 1n
  }

  async remove(ownerId: string, id: string, db: Kysely<Schema> = this.db.query): Promise<boolean> {
    const { numAffectedRows } = await sql`
      DELETE FROM ${this.table} WHERE id = ${id} AND owner_id = ${ownerId}`.execute(db)
    return numAffectedRows === 1n
  }

  async removeAllOf(tx: Tx, ownerId: string): Promise<void> {
    await sql`DELETE FROM ${this.table} WHERE owner_id = ${ownerId}`.execute(tx)
  }
}
