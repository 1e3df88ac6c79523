import type { AccountClass, LedgerAsset } from '../../ledger/account-class.ts'
import type { LedgerOutcome } from '../../ledger/posting-types.ts'
import type { CommitOutcome, Effect } from './effect.ts'

/** A customer's money as it is in the database. */
export interface CommittedFunds {
  readonly balanceMinor: bigint
  /** Set aside for neither margin nor a waiting order. */
  readonly heldOtherMinor: bigint
  /** Rises with every change of the account. */
  readonly version: bigint
}

/** State of an account after a batch. */
export interface CommittedBalance extends CommittedFunds {
  readonly class: AccountClass
  readonly owner: string
  readonly asset: LedgerAsset
  readonly heldMinor: bigint
}

/** Row that `orders_commit` returns. */
export interface CommitRow {
  /** By item: the ledger's outcome, or that the item's key was used before or is in use. */
  readonly results: readonly (LedgerOutcome | 'key-used')[] | null
  readonly answers: Readonly<Record<string, { hash: string; answer: unknown }>> | null
  readonly balances:
    | readonly {
        class: AccountClass
        owner: string
        asset: LedgerAsset
        balance: string
        held: string
        other: string
        version: string
      }[]
    | null
}

/** The outcome of the effect at this place of a batch. */
export function outcomeOf(effect: Effect, row: CommitRow, index: number): CommitOutcome {
  const result = row.results?.[index]
  // A posting of ours that is there already was written with its row, by a batch whose acknowledgement was lost.
  if (result === 'done' || result === 'repeated') return { done: true, response: effect.shownOrder }
  if (result === 'key-used') {
    const first = row.answers?.[String(index + 1)]
    return { done: false, repeated: { bodyHash: first?.hash ?? '', response: first?.answer ?? null } }
  }
  if (result === 'insufficient') return { done: false, refused: effect.payer }
  if (result === 'no-hold') return { done: false, refused: 'void' }
  // No amount or account of ours is refused otherwise; the ledger wrote nothing of it.
  return { done: false, refused: 'database' }
}

export const committedBalances = (row: CommitRow): CommittedBalance[] =>
  (row.balances ?? []).map(({ balance, held, other, version, ...account }) => ({
    ...account,
    balanceMinor: BigInt(balance),
    heldMinor: BigInt(held),
    heldOtherMinor: BigInt(other),
    version: BigInt(version),
  }))
