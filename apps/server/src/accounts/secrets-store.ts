import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import type { Secrets } from '../platform/keys/secrets.ts'

const column = 'accounts_secrets.value'

/** A secret of this installation, made at its first use; two starters agree on one. */
export async function installationSecret(
  query: Kysely<Schema>,
  secrets: Secrets,
  name: string,
): Promise<Buffer> {
  const value = secrets.seal(column, name, randomBytes(32).toString('hex'))
  await query
    .insertInto('accounts_secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await query
    .selectFrom('accounts_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(secrets.open(column, name, row.value), 'hex')
}
