import type { Rate } from '@candor/money'
import type { TreasuryAccount } from '@candor/rules'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'

/** Reasons for which a part of an account cannot leave it, beyond what the ledger holds. */
export type PromiseKind = 'openProfits' | 'lossCover' | 'savings' | 'unpaidFees'

export interface PromisedPart {
  readonly kind: PromiseKind
  /** Null: cannot be known now, so nothing leaves. */
  readonly minor: bigint | null
}

/** Other modules' answers about their promises. */
export interface PromisePorts {
  /** Margin of all positions open with real money. */
  readonly openMargin: (reader: Reader) => Promise<bigint>
  /** Interest that savings of a coin still lack of their full cover. */
  readonly savingsMissing: (reader: Reader, coin: TreasuryAccount['coin'], nowMs: number) => Promise<bigint>
  /** Entries into savings of a coin wait until the transaction ends. */
  readonly lockSavings: (tx: Tx, coin: TreasuryAccount['coin']) => Promise<void>
  /** Trading fees of days whose rebates and commissions are not paid yet. */
  readonly unpaidFees: (reader: Reader, nowMs: number) => Promise<bigint>
}

export interface TreasuryPorts {
  readonly promises: PromisePorts
}

export interface TreasuryDeps {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly promises: PromisePorts
  /** The parameters `reserve.warnFrom` and `negativeBalance.coverOfMargin`. */
  readonly rates: () => Promise<{ readonly warnFrom: Rate; readonly lossCover: Rate }>
}
