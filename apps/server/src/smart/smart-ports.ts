import type { AccountMode } from '@candor/contract'
import type { Refused } from '@candor/rules'

/** Customer data that the module needs. */
export interface SmartCustomer {
  /** ISO 3166, two letters; null: not known. */
  readonly country: string | null
  /** Signed in before the freeze: may not buy (`accountFrozen`), but may leave a plan. */
  readonly frozen: boolean
}

/** Customers, and the limits they set themselves. */
export interface SmartPorts {
  readonly customerOf: (userId: string) => Promise<SmartCustomer>
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`). */
  readonly ownLimit: (userId: string, mode: AccountMode) => Promise<Refused | null>
}
