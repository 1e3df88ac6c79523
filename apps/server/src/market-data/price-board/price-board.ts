import type { HaltReason } from '@candor/contract'
import type { AccountMode, BoardQuote, MarginLevels, Market, Quote, TradableQuote } from '@candor/rules'

/** The latest of every market, in memory. Display and trading each listen on their own; neither waits for the other. */
export interface PriceBoard {
  readonly markets: readonly Market[]
  /** Calls the listener for each market that is listed from now on, once the board has it. */
  onListed(listener: (market: Market) => void): () => void
  /** By code, on the terms that hold now for a new order. */
  market(code: string): Market | null
  /** Returns the market by code on the listed terms, whose spread its quotes carry. */
  listed(code: string): Market | null
  /** The levels of the margin call and the stop-out that hold now for a new order, in every market. */
  marginLevels(): MarginLevels
  /** Returns the newest quote, bad prints included. Every quote is stored. */
  latest(code: string): BoardQuote | null
  /** Returns the newest quote that is no bad print: the price that lists, charts and figures show. */
  displayed(code: string): BoardQuote | null
  /** The last bad prints since this process began, oldest first. */
  badPrints(code: string): readonly BoardQuote[]
  /**
   * The newest tradable one that may decide for an account of this mode, in hours or not. There is no other way to the newest
   * tradable quote: what a real account is decided on always comes from a source it may trade on (trust T4).
   */
  latestTradable(code: string, mode: AccountMode): TradableQuote | null
  /** Milliseconds since `quote`, by the clock the rulebook names for its source: the server's, or with replay the recorded one. */
  ageMs(quote: BoardQuote): number
  /** Open now, by the clock the rulebook names for its source. */
  isOpen(code: string): boolean
  /** Within the market's hours by the same clock, halted or not. */
  isInSession(code: string): boolean
  /** Positions can only be closed now: the operator no longer offers the market. */
  isCloseOnly(code: string): boolean
  /** The reason that an operator halted it; null: not halted. A halted market is not open. */
  haltedFor(code: string): HaltReason | null
  /** The last few quotes up to now, oldest first: the neighbours a receipt shows. */
  recent(code: string, count: number): readonly BoardQuote[]
  /** A feed hands in a quote; listeners are called before it returns, tradable listeners first. */
  offer(quote: Quote): void
  /** Every tradable quote, with the accounts it may decide for (`mayDecide`). */
  onTradable(listener: (quote: TradableQuote) => void): () => void
  onQuote(listener: (quote: BoardQuote) => void): () => void
  /** Every quote but bad prints, after those who listen to all: what charts and lists are made of. */
  onDisplayed(listener: (quote: BoardQuote) => void): () => void
  /**
   * Tells that quotes of a market up to the number `through` were taken in by another process and may never have come here: prices are led
   * by this process now, a message was lost, or a snapshot is adopted. Called before the board goes on.
   */
  onMissing(listener: (code: string, through: number) => void): () => void
}
