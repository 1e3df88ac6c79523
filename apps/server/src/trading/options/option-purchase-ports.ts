import type { AccountMode } from '@candor/contract'
import type { BoardQuote, Refused } from '@candor/rules'
import type { ParameterKey } from '../../back-office/parameters/defaults.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { ReservesFunds } from '../../ledger/reserves-funds.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { RunTogether, UntilFree } from '../../platform/http/handlers.ts'
import type { Json } from '../../platform/json.ts'
import type { AccountEvents } from '../../platform/websocket/account-events.ts'
import type { FreshRule } from '../quotes/fresh-rule.ts'
import type { OptionSettler } from './settlement/option-settler.ts'
import type { SplitsSince } from './settlement/splits-since.ts'

/** Customer data that the module needs. */
export interface OptionsCustomer {
  /** ISO 3166, two letters; null: not known. */
  readonly country: string | null
  /** Signed in before the freeze: may not trade (`accountFrozen`). */
  readonly frozen: boolean
}

/** Prices and halts that the module reads from the board. */
export type OptionsBoard = PriceBoard & {
  /** Returns the reason an operator halted a market; null: not halted. */
  haltedFor(code: string): string | null
}

export interface OptionPurchasePorts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly board: OptionsBoard
  readonly events: AccountEvents
  readonly runTogether: RunTogether
  readonly untilFree: UntilFree
  /** Promises the stakes: an option is new risk, bounded by what is free. */
  readonly funds: ReservesFunds
  /** Longest wait of a purchase for a database that is away; 10 s by default. */
  readonly patienceMs?: number
  readonly parameters: { value(key: ParameterKey): Promise<Json> }
  readonly customerOf: (userId: string) => Promise<OptionsCustomer>
  /** From the trust module: the customer's own limit that forbids new risk now (`beyondOwnLimit`); absent: there are none. */
  readonly ownLimit?: (userId: string, mode: AccountMode) => Promise<Refused | null>
  /** Limits the age of the price that a purchase fills at; absent: as old as its market allows. */
  readonly fresh?: FreshRule
  /** Stores quotes that trading used (trust T5). */
  readonly journal: (tx: Tx, quotes: readonly BoardQuote[]) => Promise<void>
  readonly settler: OptionSettler
  readonly splits: SplitsSince
  readonly newId: () => string
}
