import type { AssetCode } from '@candor/money'
import type { ChainSight, FundingNetwork, WithdrawalMethod, WithdrawalStatus } from '@candor/rules'
import type { Generated } from 'kysely'

/** Times in epoch ms, amounts in the coin's smallest unit. */
export interface WithdrawalTables {
  funding_payout_addresses: {
    id: string
    user_id: string
    network: FundingNetwork
    address: string
    label: string
    created_at: bigint
    confirmed_at: bigint | null
    usable_at: bigint | null
    removed_at: bigint | null
  }
  funding_withdrawals: {
    id: string
    sequence: Generated<bigint>
    user_id: string
    method: WithdrawalMethod
    coin: AssetCode
    network: FundingNetwork | null
    address: string | null
    bank_card: string | null
    amount: bigint
    fee: bigint
    received: bigint
    /** Worth when it was requested, in USDT's smallest unit; null without a price. */
    value: bigint | null
    reviewers: 1 | 2
    confirmations_needed: number | null
    deadline_at: bigint
    status: Generated<WithdrawalStatus>
    hash: string | null
    sight_state: ChainSight['state'] | null
    confirmations: number | null
    paid: bigint | null
    looked_at: bigint | null
    seen_at: Generated<bigint | null>
    /** Until when it waits for the decision about a listed name. */
    held_until: bigint | null
    created_at: bigint
  }
  funding_withdrawal_payments: {
    withdrawal_id: string
    hash: string
    named_at: bigint
    sight_state: ChainSight['state'] | null
    looked_at: bigint | null
  }
  funding_withdrawal_events: {
    withdrawal_id: string
    status: WithdrawalStatus
    at: bigint
    decided_by: string | null
    reason: string | null
  }
}
