import { randomUUID } from 'node:crypto'
import type { Database } from '../platform/database/database.ts'

/** Adds the row of a customer who never signs in, named after the id. */
export async function addTestUser({ query }: Pick<Database, 'query'>, id: string, at: Date): Promise<void> {
  const email = `${id}@candor.example`
  await query
    .insertInto('accounts_users')
    .values({
      id,
      user_name: id,
      user_name_key: id,
      email,
      email_key: email,
      phone: null,
      password_hash: 'none',
      language: 'en',
      country: null,
      invite_code: id.slice(-12),
      invited_by: null,
      created_at: at,
    })
    .execute()
}

/** Adds such a customer and returns the id. */
export async function newTestUser(db: Pick<Database, 'query'>): Promise<string> {
  const id = randomUUID()
  await addTestUser(db, id, new Date(0))
  return id
}
