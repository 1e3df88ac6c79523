import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/**
 * Erases the signer (trust T20): the typed name, the account's name in the agreement, and the document. The terms, the hash of
 * the signed text and every payment stay; the drawn signature was destroyed with the person's key.
 */
export async function eraseNames(tx: Tx, userId: string, name: string): Promise<void> {
  await tx
    .deleteFrom('loan_papers')
    .where('loan_id', 'in', tx.selectFrom('loans').select('id').where('user_id', '=', userId))
    .execute()
  await sql`UPDATE loans SET signed_name = '(erased)', agreement = replace(agreement::text, ${name}, '(erased)')::jsonb
             WHERE user_id = ${userId}`.execute(tx)
}
