import type { AccountMode } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { Tx } from '../db/database.ts'

/** Demo money is an asset of its own inside the ledger, so nothing can ever cross; on the wire it is called USDT. */
export type LedgerAsset = AssetCode | 'DEMO'

export const ledgerAssetOf = (mode: AccountMode, asset: AssetCode = 'USDT'): LedgerAsset =>
  mode === 'demo' ? 'DEMO' : asset

/** The operator's accounts are owned by this name. */
export const house = 'house'

/** A customer's `customer` account never goes below zero, nor does any of the operator's; `world` is the other side of what enters and leaves. */
export type AccountClass =
  | 'customer'
  | 'trading-capital'
  | 'fee-revenue'
  | 'swap-revenue'
  | 'negative-balance'
  | 'yield-reserve'
  | 'loan-capital'
  | 'charity'
  | 'world'

export interface AccountRef {
  readonly class: AccountClass
  /** A customer's id, or `house`. */
  readonly owner: string
  readonly asset: LedgerAsset
}

export type Step =
  | {
      readonly do: 'transfer'
      readonly kind: string
      readonly from: AccountRef
      readonly to: AccountRef
      readonly minor: bigint
    }
  /** Sets aside; `holdId` is new. */
  | { readonly do: 'hold'; readonly holdId: string; readonly account: AccountRef; readonly minor: bigint }
  /** Gives back all of a hold, or `minor` of it. */
  | { readonly do: 'release'; readonly holdId: string; readonly minor: bigint | null }

/** One effect: all its steps, or none. */
export interface Posting {
  /** The business id: posted once, ever. */
  readonly id: string
  /** The order, plan or loan it belongs to; shown in the statement. */
  readonly reference: string | null
  readonly steps: readonly Step[]
}

export type PostingOutcome =
  | {
      readonly ok: true /** This id had been posted before: nothing happened now. */
      readonly repeated: boolean
    }
  | {
      readonly ok: false
      readonly why: 'insufficient' | 'forbidden' | 'no-account' | 'no-hold'
      readonly account: AccountRef | null
    }

export interface AccountBalance {
  readonly asset: LedgerAsset
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
}

/** The only writer of entries. */
export interface Ledger {
  /** Opens the accounts that do not exist yet. */
  open(accounts: readonly AccountRef[], tx?: Tx): Promise<void>
  /** Posts within `tx`, in one round trip. */
  postIn(tx: Tx, postings: readonly Posting[]): Promise<PostingOutcome[]>
  /** Posts on its own; what arrives together shares a commit, and each caller is answered after that commit. */
  post(posting: Posting): Promise<PostingOutcome>
  balancesOf(owner: string, tx?: Tx): Promise<AccountBalance[]>
}
