import type { AccountMode } from '@candor/contract'
import type { Refused } from '@candor/rules'

/** Customers, and the limits they set themselves. */
export interface SavingsPorts {
  readonly customerOf: (
    userId: string,
  ) => Promise<{ readonly country: string | null; readonly frozen: boolean }>
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`). */
  readonly ownLimit: (userId: string, mode: AccountMode) => Promise<Refused | null>
}
