import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountClass, LedgerAsset } from './ledger.ts'

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
  readonly created_at: Date
  readonly closed_at: Date | null
}

export interface LedgerPermittedTable {
  readonly kind: string
  readonly debited_class: AccountClass
  readonly credited_class: AccountClass
  readonly money: 'any' | 'demo' | 'real'
}

/** Read by anyone, written by the ledger's own SQL function alone. */
export interface LedgerTables {
  ledger_accounts: LedgerAccountsTable
  ledger_entries: LedgerEntriesTable
  ledger_postings: LedgerPostingsTable
  ledger_holds: LedgerHoldsTable
  ledger_permitted: LedgerPermittedTable
}
