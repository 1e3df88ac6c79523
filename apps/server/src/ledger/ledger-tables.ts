import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountClass, LedgerAsset } from './account-class.ts'
import type { HoldPurpose } from './hold-purpose.ts'

type Never = ColumnType<bigint, never, never>

export interface LedgerAccountsTable {
  readonly id: GeneratedAlways<bigint>
  readonly class: AccountClass
  readonly owner: string
  readonly asset: LedgerAsset
  /** Minor units. */
  readonly balance: Generated<bigint>
  /** Minor units of `balance` that are set aside. */
  readonly held: Generated<bigint>
  /** The parts of `held` that are margin of open positions, and margin and commission of waiting orders. */
  readonly held_margin: Generated<bigint>
  readonly held_order: Generated<bigint>
  readonly version: Generated<bigint>
}

export interface LedgerEntriesTable {
  readonly seq: Never
  readonly posting: string
  readonly kind: string
  readonly debited: bigint
  readonly credited: bigint
  readonly asset: LedgerAsset
  readonly minor: bigint
  readonly debited_after: bigint
  readonly credited_after: bigint
  readonly customer: bigint | null
  readonly reference: string | null
  readonly created_at: Date
}

export interface LedgerPostingsTable {
  readonly id: string
  readonly reference: string | null
  readonly created_at: Date
}

export interface LedgerHoldsTable {
  readonly id: string
  readonly account: bigint
  readonly posting: string
  readonly minor: bigint
  readonly remaining: bigint
  readonly purpose: HoldPurpose
  readonly created_at: Date
  readonly closed_at: Date | null
}

export interface LedgerPermittedTable {
  readonly kind: string
  readonly debited_class: AccountClass
  readonly credited_class: AccountClass
  readonly money: 'any' | 'demo' | 'real'
  /** Takes a customer's money by decision: bounded by what is free. */
  readonly bounded: Generated<boolean>
}

/** Reservations that were used, or taken back unused (no posting). */
export interface LedgerReservationsUsedTable {
  readonly fence: Never
  readonly number: Never
  readonly account: Never
  readonly minor: Never
  readonly posting: string | null
  readonly at: Date
}

/** Sums of one class of accounts in one asset. */
export interface ClassSum {
  readonly class: string
  readonly asset: LedgerAsset
  readonly accounts: number
  readonly balance: string
  readonly held: string
}

/** Times in epoch ms. Changed until it is finished, then never. */
export interface LedgerReconciliationsTable {
  readonly id: string
  readonly asked_by: string
  readonly asked_at: bigint
  readonly started_at: bigint | null
  readonly done: Generated<number>
  readonly steps: number
  readonly finished_at: bigint | null
  readonly findings: ColumnType<readonly string[] | null, string | undefined, string>
  readonly accounts: ColumnType<readonly ClassSum[] | null, string | undefined, string>
}

/** Read by anyone, written by the ledger's own SQL function alone. */
export interface LedgerTables {
  ledger_accounts: LedgerAccountsTable
  ledger_entries: LedgerEntriesTable
  ledger_postings: LedgerPostingsTable
  ledger_holds: LedgerHoldsTable
  ledger_permitted: LedgerPermittedTable
  ledger_reconciliations: LedgerReconciliationsTable
  ledger_reservations_used: LedgerReservationsUsedTable
}
