import type { Tx } from '../../platform/database/database.ts'

/** Voids what was proven of a customer and waits for its last step: tokens that set a password, and sign-ins by Google. */
export async function voidProofs(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('accounts_reset_tokens').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts_google_tickets').where('user_id', '=', userId).execute()
}
