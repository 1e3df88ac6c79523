import type { AssetCode } from '@candor/money'
import type { Generated } from 'kysely'

/** Amounts in the coin's smallest unit, rates in 10^-12, days as numbers of UTC days since 1970, times in epoch ms. */
export interface SavingsTables {
  savings_terms: {
    sequence: Generated<bigint>
    asset: AssetCode
    taking: boolean
    min_amount: bigint
    daily_rate: bigint
    rate_from: number
    reason: string
    proposed_by: string
    approved_by: string
    changed_at: bigint
  }
  savings_holdings: {
    id: string
    user_id: string
    asset: AssetCode
    held: Generated<bigint>
    steady: Generated<bigint>
    day: number
    reserved: Generated<bigint>
    moves: Generated<number>
  }
  savings_interest: {
    holding_id: string
    day: number
    steady: bigint
    daily_rate: bigint
    due: bigint
    paid: bigint
    paid_at: bigint
  }
}
