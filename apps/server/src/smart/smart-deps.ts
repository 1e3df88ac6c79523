import type { AccountMode } from '@candor/contract'
import type { Refused } from '@candor/rules'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Json } from '../back-office/parameters/json.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { RunOnce } from '../platform/http/handlers.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'

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
