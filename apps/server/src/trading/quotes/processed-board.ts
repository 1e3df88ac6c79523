import { type AccountMode, type BoardQuote, decidedBy, type Market, type TradableQuote } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { ActionCalendar } from '../corporate-actions/action-calendar.ts'

/** State of a market when the engine last took a quote of it. */
interface Frozen {
  readonly tradable: Map<AccountMode, TradableQuote | null>
  recent: readonly BoardQuote[]
}

/** As many as a receipt shows: the quote that was used and two before it. */
export const neighbourhood = 3

/**
 * The board as far as the engine has taken its quotes. While quotes of a market wait for their turn the board is ahead of the
 * engine: until they are taken, everything is decided and valued by the last one that was.
 */
export class ProcessedBoard {
  private readonly board: PriceBoard
  /** Null in tests without actions. */
  private readonly calendar: ActionCalendar | null
  private readonly frozen = new Map<string, Frozen>()

  constructor(board: PriceBoard, calendar: ActionCalendar | null = null) {
    this.board = board
    this.calendar = calendar
  }

  market(code: string): Market | null {
    return this.board.market(code)
  }

  /** Null while the market is suspended: no quote of it decides then. */
  latestTradable(code: string, mode: AccountMode): TradableQuote | null {
    if (this.isSuspended(code)) return null
    const frozen = this.frozen.get(code)
    return frozen === undefined ? this.board.latestTradable(code, mode) : (frozen.tradable.get(mode) ?? null)
  }

  isOpen(code: string): boolean {
    return this.board.isOpen(code) && !this.isSuspended(code)
  }

  isCloseOnly(code: string): boolean {
    return this.board.isCloseOnly(code)
  }

  /** Checks whether it is within the market's hours, halted and suspended or not. */
  isInSession(code: string): boolean {
    return this.board.isInSession(code)
  }

  /**
   * Returns the newest quote that would trade if the market were neither halted nor suspended; null where it is not, and while a split
   * suspends it: its quotes are of another scale.
   */
  newestBarred(code: string, mode: AccountMode): TradableQuote | null {
    if (this.isOpen(code) || this.calendar?.suspendedBy(code)?.kind === 'split') return null
    return this.board.latestTradable(code, mode)
  }

  /** Checks whether quotes of a market decide nothing now, or one that was missed at a moment, epoch ms (see `ActionCalendar`). */
  isSuspended(code: string, missedAt?: number): boolean {
    return this.calendar?.isSuspended(code, missedAt) === true
  }

  ageMs(quote: BoardQuote): number {
    return this.board.ageMs(quote)
  }

  /** The last few quotes up to the one that was taken, the oldest first; at most a neighbourhood. */
  recent(code: string, count: number): readonly BoardQuote[] {
    const frozen = this.frozen.get(code)
    return frozen === undefined ? this.board.recent(code, count) : frozen.recent.slice(-count)
  }

  /** The neighbourhood of the board's own newest quote, even if the engine has not processed it: as they came, before any split. */
  newest(code: string): readonly BoardQuote[] {
    return this.board.recent(code, neighbourhood)
  }

  /** Freezes every market in its present state until a quote of it is taken. */
  freeze(): void {
    if (this.frozen.size > 0) return
    for (const { code } of this.board.markets) {
      const tradable = new Map<AccountMode, TradableQuote | null>()
      for (const mode of modes) tradable.set(mode, this.board.latestTradable(code, mode))
      this.frozen.set(code, { tradable, recent: this.newest(code) })
    }
  }

  /** A quote that waited is taken; `recent` was its neighbourhood when it came. */
  take(quote: TradableQuote, recent: readonly BoardQuote[]): void {
    const frozen = this.frozen.get(quote.code)
    if (frozen === undefined) return
    for (const mode of decidedBy(quote)) frozen.tradable.set(mode, quote)
    frozen.recent = recent
  }

  /** A split left no price that trades. */
  forget(code: string): void {
    this.frozen.delete(code)
  }

  /** Nothing waits any more. */
  thaw(): void {
    this.frozen.clear()
  }
}

const modes: readonly AccountMode[] = ['demo', 'real']
