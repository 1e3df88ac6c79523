import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** A secret of this installation, made at its first use; two starters agree on one. */
export async function installationSecret(query: Kysely<Schema>, name: string): Promise<Buffer> {
  await query
    .insertInto('accounts_secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await query
    .selectFrom('accounts_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
