import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { hashOfToken } from '../sessions/tokens.ts'

const validMs = 15 * 60_000

/** A token that sets a password once, within 15 minutes; the ones before are no longer good. */
export async function addResetToken(db: Database, clock: Clock, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    await tx.deleteFrom('accounts_reset_tokens').where('user_id', '=', userId).execute()
    await tx
      .insertInto('accounts_reset_tokens')
      .values({
        token_hash: hashOfToken(token),
        user_id: userId,
        expires_at: new Date(clock.now() + validMs),
      })
      .execute()
  })
  return token
}

/** Checks whether the token is valid now. */
export async function holdsResetToken(db: Database, clock: Clock, token: string): Promise<boolean> {
  const row = await db.query
    .selectFrom('accounts_reset_tokens')
    .select('user_id')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the token and returns its customer; null for an unknown, used or expired token. */
export async function takeResetToken(tx: Tx, clock: Clock, token: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('accounts_reset_tokens')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', new Date(clock.now()))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}
