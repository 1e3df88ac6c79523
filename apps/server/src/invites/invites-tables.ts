import type { Generated } from 'kysely'

/** Amounts in USDT's smallest unit, shares in 10^-12, times in epoch ms; entries by their number in the ledger. */
export interface InvitesTables {
  invites_friends: {
    id: string
    sequence: Generated<bigint>
    user_id: string
    inviter_id: string
    fee_share: bigint
    joined_at: bigint
    until_at: bigint
    looked_through: bigint
    settled_through: Generated<bigint>
    rebated_through: Generated<bigint>
    fees: Generated<bigint>
    earned: Generated<bigint>
  }
  invites_commissions: {
    id: string
    sequence: Generated<bigint>
    friend_id: string
    inviter_id: string
    after_entry: bigint
    through_entry: bigint
    rebates: bigint
    fees: bigint
    fee_share: bigint
    commission: bigint
    paid_at: bigint
  }
}
