import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { compared } from '../registration/identity-keys.ts'

/** Deletes every way into an account, and every trace of a device; `email` is its former address. */
export async function eraseSignIn(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.deleteFrom('accounts_api_keys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts_undoings').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts_recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .updateTable('accounts_sessions')
    .set({ device: '', address: '', device_mark: null })
    .where('user_id', '=', userId)
    .execute()
  await sql`DELETE FROM accounts_passkeys WHERE owner_id = ${userId}`.execute(tx)
  await tx.deleteFrom('accounts_google').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts_reset_tokens').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts_codes').where('recipient_key', '=', compared(email)).execute()
  await sql`DELETE FROM accounts_google_tickets WHERE user_id = ${userId} OR lower(email) = ${compared(email)}`.execute(
    tx,
  )
}
