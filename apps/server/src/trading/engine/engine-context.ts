import type { AccountMode } from '@candor/contract'
import type { Market, MarketAction, OrderKind, Refused, TradableQuote, Unavailable } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import type { CommitOutcome, Effect } from '../commits/effect.ts'
import type { ActionCalendar } from '../corporate-actions/action-calendar.ts'
import type { PutOffRolls } from '../corporate-actions/rolls/put-off-rolls.ts'
import type { FreshPrices } from '../quotes/fresh-prices.ts'
import type { ProcessedBoard } from '../quotes/processed-board.ts'
import type { ExposureLimits, Opening } from '../risk/limits/exposure-limits.ts'
import type { Valuation } from '../risk/valuation.ts'
import type { PositionBook } from './book.ts'
import type { Account } from './position.ts'

/** The caller, for the books alone: nothing that fills an order ever sees it (trust T7). */
export interface Requester {
  readonly userId: string
  readonly mode: AccountMode
  readonly key: IdempotencyContext | null
  /** Their own limit that forbids new risk now (`beyondOwnLimit`, trust T17); null or absent: none. */
  readonly ownLimit?: Refused | null
  /** Most positions and waiting orders the account may have; absent: no bound (a replay). */
  readonly limits?: AccountLimits | undefined
  /** Of a call that fills at the market: how old its price may be; absent: as old as its market allows. */
  readonly prices?: FreshPrices | undefined
}

/** Most positions and orders of one account (rulebook: 200 and 200). Fills and reversals are never refused for it. */
export interface AccountLimits {
  readonly openMost: number
  readonly waitingMost: number
}

/** Writes a market's actions; `onDone` makes their changes outside orders. */
export interface ActionWriter {
  /**
   * Writes all of it or nothing. Returns null when the operator's capital cannot pay for it or it was cancelled, otherwise the functions that
   * announce it, each for one turn of the event loop.
   */
  readonly write: (
    effects: readonly Effect[],
    action: MarketAction,
  ) => Promise<readonly (() => void)[] | null>
  /** Checks whether nothing can be written any more. */
  readonly hasStopped: () => boolean
  /** Ends the engine: an action that was written could not be applied in memory. */
  readonly stop: (error: unknown) => void
  /** Returns the market's last stored quote in hours before a moment that may decide for accounts of a mode; null if there is none. */
  readonly lastQuote: (code: string, at: number, mode: AccountMode) => Promise<TradableQuote | null>
  /** Checks whether the action was cancelled since it was read. */
  readonly cancelled: (action: MarketAction) => Promise<boolean>
  /** The newest roll of a futures market that was written. */
  readonly rolledThrough: (code: string) => number | null
  readonly onDone: (action: MarketAction) => void
  /** See `MarketActionsPort`. */
  readonly onPutOff: (action: MarketAction, error: unknown) => void
  /** See `MarketActionsPort`. */
  readonly onAwaitingRate: (action: MarketAction) => void
}

/** Quotes and valuations that decisions are based on. */
export interface DecisionQuotes {
  readonly board: ProcessedBoard
  readonly valuation: Valuation
}

export interface EngineContext extends DecisionQuotes {
  readonly book: PositionBook
  readonly clock: Clock
  /** Queues a decided effect; resolves after its commit. */
  readonly write: (effect: Effect) => Promise<CommitOutcome>
  /** Resolves when every decision is in the database. */
  readonly written: () => Promise<void>
  /** The reason that an order cannot be filled at this quote now, or placed to wait; null when it can. */
  readonly unavailable: (
    market: Market,
    quote: TradableQuote | null,
    mode: AccountMode,
    kind: OrderKind,
  ) => Unavailable | null
  /** The same of an order that opens a position, by the operator's exposure limits too. */
  readonly unavailableFor: (opening: Opening & { readonly kind: OrderKind }) => Unavailable | null
  readonly exposureLimits: Pick<ExposureLimits, 'refuses'>
  /** Checks whether another market's newest quote is still recent enough for a stop-out to close at. */
  readonly isFresh: (quote: TradableQuote) => boolean
  /** Called when an account's equity came down to its used margin (rulebook: margin call at 100 %). */
  readonly onMarginCall: (account: Account, equityMinor: bigint) => void
  /** With a replay all money is in memory, so what is held counts at once and not after its commit. */
  readonly decidesFunds: boolean
  /** Most units of a quote's walk in one turn of the event loop (see `QuoteQueue`); unlimited in a replay. */
  readonly unitsPerTurn: number
  /** Called when a quote's walk continues while newer quotes of its market arrive. */
  readonly onInterrupted: (quote: TradableQuote) => void
  readonly calendar: ActionCalendar
  readonly putOffRolls: PutOffRolls
  /** Null with a replay, which knows no actions. */
  readonly actions: ActionWriter | null
  readonly newId: () => string
  readonly nextSequence: bigint
  readonly nextTrail: bigint
}
