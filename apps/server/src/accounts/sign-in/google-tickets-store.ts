import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hashOfToken } from '../sessions/tokens.ts'

const validMs = 15 * 60_000

/** Identity that Google proved, stored for the missing step. */
export interface GoogleProof {
  readonly subject: string
  readonly email: string
  /** Null: there is no account yet. */
  readonly userId: string | null
}

export async function addTicket(db: Database, clock: Clock, proof: GoogleProof): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query
    .insertInto('accounts_google_tickets')
    .values({
      token_hash: hashOfToken(token),
      subject: proof.subject,
      email: proof.email,
      user_id: proof.userId,
      expires_at: new Date(clock.now() + validMs),
    })
    .execute()
  return token
}

/** Reads a ticket; null for an unknown, used or expired one. It stays valid until it is used up. */
export async function readTicket(db: Database, clock: Clock, token: string): Promise<GoogleProof | null> {
  const row = await db.query
    .selectFrom('accounts_google_tickets')
    .select(['subject', 'email', 'user_id'])
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return row === undefined ? null : { subject: row.subject, email: row.email, userId: row.user_id }
}

/** True once. */
export async function takeTicket(db: Kysely<Schema>, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('accounts_google_tickets')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function forgetOldTickets(db: Database, clock: Clock): Promise<void> {
  await db.query
    .deleteFrom('accounts_google_tickets')
    .where('expires_at', '<', new Date(clock.now()))
    .execute()
}
