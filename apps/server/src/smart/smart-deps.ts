import type { AccountMode } from '@candor/contract'
import type { Refused } from '@candor/rules'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { RunOnce } from '../http/handlers.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { AccountEvents } from '../live/account-events.ts'
import type { ParameterKey } from '../parameters/defaults.ts'
import type { Json } from '../parameters/json.ts'

/** Customer data that the module needs. */
export interface SmartCustomer {
  /** ISO 3166, two letters; null: not known. */
  readonly country: string | null
  /** Signed in before the freeze: may not buy (`accountFrozen`), but may leave a plan. */
  readonly frozen: boolean
}

export interface SmartDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly events: AccountEvents
  readonly runOnce: RunOnce
  readonly spendOnce: SpendOnce
  readonly parameters: { value(key: ParameterKey): Promise<Json> }
  readonly customerOf: (userId: string) => Promise<SmartCustomer>
  /** From the trust module: the customer's own limit that forbids new risk now (`beyondOwnLimit`); absent: there are none. */
  readonly ownLimit?: (userId: string, mode: AccountMode) => Promise<Refused | null>
  readonly newId: () => string
}
