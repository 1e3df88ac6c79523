import type { AssetCode } from '@candor/money'
import type { TreasuryAct, TreasuryPlace } from '@candor/rules'
import type { Generated } from 'kysely'

/** Amounts in the coin's smallest unit, times in epoch ms. */
export interface TreasuryTables {
  treasury_moves: {
    id: string
    sequence: Generated<bigint>
    act: TreasuryAct
    asset: AssetCode
    from_class: TreasuryPlace | 'world'
    to_class: TreasuryPlace | 'world'
    amount: bigint
    reference: string
    reason: string
    proposed_by: string
    approved_by: string
    at: bigint
  }
  treasury_open_profit: {
    only_row: Generated<boolean>
    minor: bigint
    at: bigint
  }
}
