import type { CompositeArray } from '../platform/database/composite-type.ts'
import type { Tx } from '../platform/database/database.ts'
import type { AccountClass, LedgerAsset } from './account-class.ts'
import type { HoldPurpose } from './hold-purpose.ts'
import type { AccountId, LedgerOutcome, LedgerPostingRow, LedgerStepRow } from './posting-types.ts'

/** The operator's accounts are owned by this name. */
export const house = 'house'

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
      /**
       * For a settled loss or fee: takes the customer's balance, margin of other positions included, but not what is set aside as
       * `other`. The rest comes from here (the house's `negative-balance`) as an entry of its own, `negative-balance-protection`.
       */
      readonly coverFrom?: AccountRef
    }
  /** Sets aside; `holdId` is new. */
  | {
      readonly do: 'hold'
      readonly holdId: string
      readonly account: AccountRef
      readonly minor: bigint
      readonly purpose: HoldPurpose
    }
  /** A waiting order fills: what is left of its hold becomes margin. */
  | { readonly do: 'repurpose'; readonly holdId: string; readonly purpose: 'margin' }
  /** Gives back all of a hold, or `minor` of it. */
  | { readonly do: 'release'; readonly holdId: string; readonly minor: bigint | null }

/** Promise of the leading engine that this much of a customer's money is free for one posting. Good once, until `until`. */
export interface Reservation {
  /** Number of the engine that gave it; worthless once another one leads. */
  readonly fence: bigint
  readonly number: bigint
  readonly account: AccountRef
  readonly minor: bigint
  /** Epoch ms. */
  readonly until: number
}

/** One effect: all its steps, or none. */
export interface Posting {
  /** The business id: posted once, ever. */
  readonly id: string
  /** The order, plan or loan it belongs to; shown in the statement. */
  readonly reference: string | null
  readonly steps: readonly Step[]
  /** Needed where more USDT or DEMO leaves a customer, or is set aside as `other`, than this posting releases. */
  readonly reservation?: Reservation
}

export type PostingOutcome =
  | {
      readonly ok: true /** This id had been posted before: nothing happened now. */
      readonly repeated: boolean
    }
  | {
      readonly ok: false
      readonly why: Exclude<LedgerOutcome, 'done' | 'repeated'>
      readonly account: AccountRef | null
    }

export interface AccountBalance {
  readonly asset: LedgerAsset
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
  /** The part of `heldMinor` that is neither margin nor a waiting order's. */
  readonly heldOtherMinor: bigint
}

/** One line of a customer's statement. */
export interface StatementEntry {
  readonly seq: bigint
  readonly posting: string
  readonly kind: string
  readonly asset: LedgerAsset
  /** Negative when money left the customer. */
  readonly signedMinor: bigint
  readonly balanceAfterMinor: bigint
  readonly reference: string | null
  readonly at: Date
}

export interface StatementRequest {
  readonly owner: string
  readonly assets: readonly LedgerAsset[]
  /** From this moment on. */
  readonly from?: Date
  /** Up to but not including this moment. */
  readonly to?: Date
  /** The `seq` of the last entry of the page before. */
  readonly before?: bigint
  readonly limit: number
}

/** Totals of a period in one asset: `opening + in − out = closing`, all in its smallest unit. */
export interface StatementTotal {
  readonly asset: LedgerAsset
  readonly openingMinor: bigint
  readonly inMinor: bigint
  readonly outMinor: bigint
  readonly closingMinor: bigint
  /** Parts of `in` and `out` by the kind of their entries, in the order of their names. */
  readonly kinds: readonly { readonly kind: string; readonly inMinor: bigint; readonly outMinor: bigint }[]
}

/** Called after a commit with the customers' accounts whose balance or held amount it changed. */
export type PostedListener = (accounts: readonly AccountRef[]) => void

/** Postings as `ledger_post_steps` takes them. Steps name accounts and holds by their place in the lists, from 1. */
export interface EncodedPostings {
  readonly postings: CompositeArray<LedgerPostingRow>
  readonly steps: CompositeArray<LedgerStepRow>
  readonly accounts: readonly AccountId[]
  readonly holds: readonly string[]
}

/** The only writer of entries. */
export interface Ledger {
  /** Opens the accounts that do not exist yet. */
  open(accounts: readonly AccountRef[], tx?: Tx): Promise<void>
  /** Posts within `tx`, in one round trip. After its commit call `announce(tx)`; `transaction` does so by itself. */
  postIn(tx: Tx, postings: readonly Posting[]): Promise<PostingOutcome[]>
  /**
   * Locks accounts as a posting does, and gives their balances in the same order: they stay until `tx` posts. For a posting whose amount
   * depends on a balance; it has to name every account that `tx` posts to.
   */
  lock(tx: Tx, accounts: readonly AccountRef[]): Promise<bigint[]>
  /** Posts on its own; what arrives together shares a commit, and each caller is answered after that commit. */
  post(posting: Posting): Promise<PostingOutcome>
  /** A transaction that announces after its commit what was posted in it. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Notifies the listeners of what `postIn(tx, …)` changed; call it once `tx` has committed. */
  announce(tx: Tx): void
  /** Notifies the listeners of these customers' accounts. For a module whose own SQL function called `ledger_post_steps`. */
  announceAccounts(accounts: readonly AccountRef[]): void
  /** Returns the function that stops listening. */
  onPosted(listener: PostedListener): () => void
  /**
   * Returns postings as `ledger_post_steps` takes them, for a module that calls it within its own SQL function; postings carry no
   * reservations there.
   */
  encode(postings: readonly Posting[]): Promise<EncodedPostings>
  /** Returns a customer's accounts by asset; for `house`, the operator's, where an asset may occur once for each class. */
  balancesOf(owner: string, tx?: Tx): Promise<AccountBalance[]>
  /** A customer's entries, newest first. */
  statement(request: StatementRequest): Promise<StatementEntry[]>
  /** Totals of those entries, one row for each asset in which the customer has an account. */
  statementTotals(request: Omit<StatementRequest, 'before' | 'limit'>): Promise<StatementTotal[]>
}
