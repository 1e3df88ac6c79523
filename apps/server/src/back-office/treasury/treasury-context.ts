import type { TreasuryAccount } from '@candor/rules'
import type { Ledger } from '../../ledger/ledger.ts'
import type { ClockedDatabase, Reader, Tx } from '../../platform/database/database.ts'
import type { Console } from '../operators/console.ts'
import type { Parameters } from '../parameters/parameters.ts'

/** Reasons for which a part of an account cannot leave it, beyond what the ledger holds. */
export type PromiseKind = 'openProfits' | 'lossCover' | 'savings' | 'unpaidFees'

export interface PromisedPart {
  readonly kind: PromiseKind
  /** Null: cannot be known now, so nothing leaves. */
  readonly minor: bigint | null
}

/** Ports of the treasury: promises of other modules that its accounts cover. */
export interface TreasuryPorts {
  /** Margin of all positions open with real money. */
  readonly openMargin: (reader: Reader) => Promise<bigint>
  /** Interest that savings of a coin still lack of their full cover. */
  readonly unreservedInterestMinor: (
    reader: Reader,
    coin: TreasuryAccount['coin'],
    nowMs: number,
  ) => Promise<bigint>
  /** Entries into savings of a coin wait until the transaction ends. */
  readonly lockSavings: (tx: Tx, coin: TreasuryAccount['coin']) => Promise<void>
  /** Trading fees of days whose rebates and commissions are not paid yet. */
  readonly unpaidFees: (reader: Reader, nowMs: number) => Promise<bigint>
}

/** Context of the treasury's functions. The command line, which opens no module, creates its own. */
export interface TreasuryContext extends ClockedDatabase {
  readonly ledger: Ledger
  readonly parameters: Parameters
  readonly console: Console
  readonly promises: TreasuryPorts
}
