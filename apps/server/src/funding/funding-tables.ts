import type { AssetCode } from '@candor/money'
import type { ChainSight, DepositStatus, DepositWait, FundingChain, FundingNetwork } from '@candor/rules'
import type { Generated, GeneratedAlways } from 'kysely'

/** Times in epoch ms, amounts in the coin's smallest unit. */
export interface FundingTables {
  funding_targets: {
    network: FundingNetwork
    version: number
    target: string
    reason: string
    proposed_by: string
    approved_by: string
    changed_at: bigint
  }
  funding_numbers: { user_id: string; number: Generated<number> }
  funding_addresses: {
    network: FundingNetwork
    address: string
    user_id: string
    own: boolean
    shown_at: bigint
  }
  funding_deposits: {
    id: string
    sequence: Generated<bigint>
    user_id: string
    coin: AssetCode
    network: FundingNetwork
    chain: FundingChain
    address: string
    own_address: boolean
    amount: bigint
    value: bigint | null
    hash: string | null
    hash_last6: string
    proof: string | null
    confirmations_needed: number
    status: Generated<DepositStatus>
    waits_for: DepositWait | null
    credited: bigint | null
    /** Its credit was reversed; written by the database. */
    reversed: GeneratedAlways<boolean>
    sight_state: ChainSight['state'] | null
    confirmations: number | null
    paid: bigint | null
    block_hash: string | null
    looked_at: bigint | null
    created_at: bigint
  }
  funding_deposit_events: {
    deposit_id: string
    status: DepositStatus
    at: bigint
    decided_by: string | null
    reason: string | null
  }
}
