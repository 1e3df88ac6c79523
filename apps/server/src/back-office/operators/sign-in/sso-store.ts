import type { Kysely } from 'kysely'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'

/** State of a sign-in at the provider, and the session that waits for it. */
export interface SsoAttempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The session that links an account; null: a sign-in. */
  readonly sessionId: string | null
}

/** An account at the provider: its name there never changes and is never given to another. */
export interface SsoAccount {
  readonly issuer: string
  readonly subject: string
}

export async function addAttempt(
  { query }: Database,
  keyHash: Buffer,
  { state, nonce, codeVerifier, sessionId }: SsoAttempt,
  expiresAt: Date,
): Promise<void> {
  await query
    .insertInto('operators_sso_attempts')
    .values({
      key_hash: keyHash,
      state,
      nonce,
      code_verifier: codeVerifier,
      session_id: sessionId,
      expires_at: expiresAt,
    })
    .execute()
}

/** Returns the attempt of this response, once; null for another key, state or session, for a second use, or too late. */
export async function redeemAttempt(
  { query }: Database,
  returned: { readonly keyHash: Buffer; readonly state: string; readonly sessionId: string | null },
  now: Date,
): Promise<SsoAttempt | null> {
  const row = await query
    .updateTable('operators_sso_attempts')
    .set({ redeemed_at: now })
    .where('key_hash', '=', returned.keyHash)
    .where('state', '=', returned.state)
    .where('session_id', 'is not distinct from', returned.sessionId)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['state', 'nonce', 'code_verifier', 'session_id'])
    .executeTakeFirst()
  if (row === undefined) return null
  return { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier, sessionId: row.session_id }
}

/** Stores the returned operator until they give their second factor. */
export async function noteProven({ query }: Database, keyHash: Buffer, operatorId: string): Promise<void> {
  await query
    .updateTable('operators_sso_attempts')
    .set({ operator_id: operatorId })
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Finds the operator who returned with this key and can still sign in by the linked account. */
export async function provenBy({ query }: Database, keyHash: Buffer, now: Date) {
  const row = await query
    .selectFrom('operators_sso_attempts as a')
    .innerJoin('operators_people as p', 'p.id', 'a.operator_id')
    .innerJoin('operators_sso_links as l', 'l.operator_id', 'p.id')
    .select(['p.id', 'p.email', 'p.role', 'p.totp_secret'])
    .where('a.key_hash', '=', keyHash)
    .where('a.expires_at', '>', now)
    .where('p.disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** True once. */
export async function takeAttempt({ query }: Database, keyHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('operators_sso_attempts')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function forgetOldAttempts({ query }: Database, now: Date): Promise<void> {
  await query.deleteFrom('operators_sso_attempts').where('expires_at', '<', now).execute()
}

/** Finds the operator of this account; null where it is linked to none, or to a disabled one. */
export async function operatorOf({ query }: Database, { issuer, subject }: SsoAccount) {
  const row = await query
    .selectFrom('operators_sso_links as l')
    .innerJoin('operators_people as p', 'p.id', 'l.operator_id')
    .select(['p.id', 'p.email', 'p.role'])
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .where('p.disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** An operator's account at this provider. */
export async function linkOf({ query }: Database, operatorId: string, issuer: string) {
  const row = await query
    .selectFrom('operators_sso_links')
    .select(['account', 'linked_at'])
    .where('operator_id', '=', operatorId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row ?? null
}

/** Links in the place of the account before; false where this one is another operator's. */
export async function addLink(
  tx: Tx,
  operatorId: string,
  link: SsoAccount & { readonly account: string },
  at: Date,
): Promise<boolean> {
  await removeLink(tx, operatorId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operators_sso_links')
    .values({ ...link, operator_id: operatorId, linked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The account that opened the console for this operator until now; null where none did. */
export async function removeLink(db: Kysely<Schema>, operatorId: string): Promise<string | null> {
  const row = await db
    .deleteFrom('operators_sso_links')
    .where('operator_id', '=', operatorId)
    .returning('account')
    .executeTakeFirst()
  return row?.account ?? null
}
