import type {
  CarriedOutSplit,
  Market,
  MarketAction,
  PaidDividend,
  ScheduledAction,
  TradableQuote,
  Unavailable,
} from '@candor/rules'
import type { Ledger } from '../../ledger/ledger.ts'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import type { QuoteWriteBarrier } from '../../market-data/history/quote-write-barrier.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import type { AccountEvents } from '../../platform/websocket/account-events.ts'
import type { CommitOutcome, Effect } from '../commits/effect.ts'
import type { SuppliedRates } from '../risk/mode-valuation.ts'

export interface TradingRuntimeOptions {
  readonly db: Database
  readonly ledger: Ledger
  readonly board: PriceBoard
  readonly clock: Clock
  readonly events: AccountEvents
  /** While another engine leads this database, ours waits for its end. */
  readonly standingBy?: (() => void) | undefined
  /** Ends that waiting. */
  readonly signal?: AbortSignal | undefined
  /** Units of a quote's walk in one turn of the event loop (see `QuoteQueue`); some milliseconds when absent. */
  readonly unitsPerTurn?: number
  /** Orders of a market's action that one statement writes; some hundred milliseconds of the database when absent. */
  readonly ordersPerStatement?: number
  /** Changes of a market's actions outside orders; absent: there are none. */
  readonly actions?: MarketActionsPort
  /** Stored quotes: missed quotes are read from here, and no quote is used before it is stored. Absent: quotes are not stored. */
  readonly quoteHistory?: QuoteHistory
  readonly log?: { error(details: object, message: string): void }
  /** Called when writing is no longer possible, for example because another engine leads; absent: the process ends. */
  readonly stopped?: (error: unknown) => void
}

/** Differences of a replay of a recording at full speed. */
export interface ReplayRules {
  readonly suppliedRates: SuppliedRates
  readonly unavailable: (market: Market, quote: TradableQuote | null) => Unavailable | null
  /** Called at the decision, before anything is written. */
  readonly onDecision: (effect: Effect) => void
  readonly onCommitted: (effects: readonly Effect[], outcomes: readonly CommitOutcome[]) => void
}

export interface MarketActionsPort {
  /** Returns all requested actions that are not carried out yet. */
  readonly due: () => Promise<readonly ScheduledAction[]>
  /** By futures market, the newest roll that was written. */
  readonly rolled: () => Promise<ReadonlyMap<string, number>>
  /** By market, the splits that were written, the earliest first. */
  readonly splits: () => Promise<ReadonlyMap<string, readonly CarriedOutSplit[]>>
  /** By market, the dividends that were paid, the earliest first. */
  readonly dividends: () => Promise<ReadonlyMap<string, readonly PaidDividend[]>>
  /** Checks whether an action was taken off the calendar since it was read. */
  readonly cancelled: (id: string) => Promise<boolean>
  /** Called after the commit, before the engine continues, so that the rest of the platform follows at once in memory. */
  readonly onDone: (action: MarketAction) => void
  /**
   * Called when nothing of an action was written and it is tried again: it could not be paid for or measured, or with an error it failed. Null:
   * no error.
   */
  readonly onPutOff: (action: MarketAction, error: unknown) => void
  /** Called each minute while a roll waits for the rate of its market's currency. It is tried again by itself, and the market is not halted. */
  readonly onAwaitingRate: (action: MarketAction) => void
}

/** Waits while the database is away; any other failure holds up no order. Null without a quote store. */
export const quoteBarrierOf = ({ quoteHistory, log }: TradingRuntimeOptions): QuoteWriteBarrier | null =>
  quoteHistory?.paths.writeBarrier(
    (err) => log?.error({ err }, 'quotes could not be stored before the batch that depends on them'),
    withRetry,
  ) ?? null
