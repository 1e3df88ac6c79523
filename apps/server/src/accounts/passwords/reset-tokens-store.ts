import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { hashOfToken } from '../sessions/tokens.ts'

const validMs = 15 * 60_000

/** A token that sets a password once, within 15 minutes; the ones before are no longer good. */
export async function addResetToken(tx: Tx, clock: Clock, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.deleteFrom('accounts_reset_tokens').where('user_id', '=', userId).execute()
  await tx
    .insertInto('accounts_reset_tokens')
    .values({
      token_hash: hashOfToken(token),
      user_id: userId,
      expires_at: new Date(clock.now() + validMs),
    })
    .execute()
  return token
}

/** Returns the customer of a token that is valid now; null for any other. */
export async function ownerOfResetToken(db: Database, clock: Clock, token: string): Promise<string | null> {
  const row = await db.query
    .selectFrom('accounts_reset_tokens')
    .select('user_id')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** True once, for a token that is valid now. */
export async function takeResetToken(tx: Tx, clock: Clock, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('accounts_reset_tokens')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
