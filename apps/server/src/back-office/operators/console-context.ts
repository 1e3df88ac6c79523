import type { SpendOnceOptions } from '../../ledger/spend-once.ts'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import type { Json } from '../../platform/json.ts'
import type { Audit } from '../../proofs/audit/audit.ts'

/** Context of the console: its queues and proposals open before the modules, and so before their context. */
export interface ConsoleContext extends ClockedDatabase {
  readonly audit: Audit
  /** Its ledger's transactions tell open tabs of what was posted in them. */
  readonly spending: SpendOnceOptions
  /** SHA-256 over the canonical form. */
  readonly hashOf: (shown: Json) => string
}
