import type { AssetCode } from '@candor/money'
import type { Generated } from 'kysely'

/** Amounts in the coin's smallest unit, times in epoch ms. */
export interface ReversalTables {
  funding_reversals: {
    deposit_id: string
    sequence: Generated<bigint>
    proposal_id: string
    user_id: string
    asset: AssetCode
    taken: bigint
    claim: bigint
    why: string
    reason: string
    proposed_by: string
    approved_by: string
    at: bigint
  }
  funding_claims_closed: {
    deposit_id: string
    outcome: 'paid' | 'waived'
    reason: string
    proposed_by: string
    approved_by: string
    at: bigint
  }
}
