import type { SealedBytes } from '../../platform/keys/sealing.ts'

export interface BankTables {
  funding_bank_cards: {
    id: string
    user_id: string
    bank: string
    branch: string
    account_name: string
    number_sealed: SealedBytes
    number_ending: string
    /** Keyed hash of the number; null: not computed yet, or its owner was erased. */
    number_mark: Buffer | null
    created_at: bigint
    removed_at: bigint | null
  }
}
