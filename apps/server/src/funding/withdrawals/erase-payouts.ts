import type { Tx } from '../../platform/database/database.ts'

const erased = '(erased)'

/**
 * Erases a person's payout data (trust T20): the address book, and the owner of each bank card. A withdrawal keeps its
 * destination address, as the ledger does.
 */
export async function erasePayouts(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('funding_payout_addresses').where('user_id', '=', userId).execute()
  await tx
    .updateTable('funding_bank_cards')
    .set({ bank: erased, branch: erased, account_name: erased, number_ending: '····', number_mark: null })
    .where('user_id', '=', userId)
    .execute()
}
