import type { AccountMode } from '@candor/contract'
import type { Refused } from '@candor/rules'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Json } from '../back-office/parameters/json.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { RunOnce } from '../platform/http/handlers.ts'

export interface SavingsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly runOnce: RunOnce
  readonly spendOnce: SpendOnce
  readonly parameters: { value(key: ParameterKey): Promise<Json> }
  readonly customerOf: (
    userId: string,
  ) => Promise<{ readonly country: string | null; readonly frozen: boolean }>
  /** From the trust module: the customer's own limit that forbids new risk now (`beyondOwnLimit`); absent: there are none. */
  readonly ownLimit?: (userId: string, mode: AccountMode) => Promise<Refused | null>
  readonly newId: () => string
}
