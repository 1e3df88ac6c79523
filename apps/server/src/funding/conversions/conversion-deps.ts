import type { BoardQuote } from '@candor/rules'
import type { ParameterKey } from '../../back-office/parameters/defaults.ts'
import type { Json } from '../../back-office/parameters/json.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { SpendOnce } from '../../ledger/spend-once.ts'
import type { PriceBoard } from '../../market-data/price-board/board.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { SignedTexts } from '../../platform/http/security/signed-text.ts'

export interface ConversionDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly board: PriceBoard
  readonly spendOnce: SpendOnce
  readonly parameters: { value(key: ParameterKey): Promise<Json> }
  readonly customerOf: (userId: string) => Promise<{ readonly frozen: boolean }>
  /** Journals quotes that trading used (trust T5). */
  readonly journal: (tx: Tx, quotes: readonly BoardQuote[]) => Promise<void>
  readonly quotes: SignedTexts
  readonly newId: () => string
}
