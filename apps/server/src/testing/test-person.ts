import { withClient } from '../platform/database/database-server.ts'
import type { ModuleFixture } from './module-fixture.ts'

/** Creates a customer with accounts of these amounts in minor units. */
export async function personIn(fixture: ModuleFixture, demo?: bigint, real?: bigint): Promise<string> {
  const id = await fixture.customer(demo, real)
  await withClient(fixture.db.owner, (client) =>
    client.query(
      `INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, invite_code, created_at)
       VALUES ($1::uuid, $1::text, $1::text, $1::text, $1::text, 'x', 'en', $1::text, now())`,
      [id],
    ),
  )
  return id
}
