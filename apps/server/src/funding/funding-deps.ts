import type { AssetCode } from '@candor/money'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import type { RunOnce } from '../platform/http/handlers.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { Chains } from './chain/chain.ts'

export interface FundingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly events: AccountEvents
  readonly letters: EmailOutbox
  readonly runOnce: RunOnce
  readonly spendOnce: SpendOnce
  readonly parameters: Pick<Parameters, 'value' | 'lowestSince'>
  readonly customerOf: (userId: string) => Promise<{ readonly frozen: boolean }>
  /** From the identity module. */
  readonly isVerified: (userId: string) => Promise<boolean>
  /** From the identity module: claims a file that this customer uploaded as a deposit's proof; refuses any other. */
  readonly claimProof: (tx: Tx, userId: string, fileId: string) => Promise<void>
  /** Values this amount of a coin now in USDT's smallest unit, rounded up; null: no price. */
  readonly valueInUsdt: (coin: AssetCode, minor: bigint) => bigint | null
  readonly chains: Chains
  readonly sandbox: boolean
  readonly newId: () => string
  readonly log: { error(details: object, message: string): void }
}
