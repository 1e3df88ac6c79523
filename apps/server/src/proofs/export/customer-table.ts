import type { CallName } from '@candor/contract'

/** Rows about single customers in a table: the part of their export, and what an erasure leaves of them. */
export interface CustomerTable {
  /** Exported calls that show the rows to their customer, or why none does. */
  readonly exported: readonly CallName[] | { readonly instead: string }
  /** Rows are deleted, or keep an id without the person's words; or why they stay as they are. */
  readonly erased: 'rows' | 'words' | { readonly retained: string }
}

/** A module's tables with rows about customers, by name. */
export type CustomerTables = Readonly<Record<string, CustomerTable>>
