import type { Price } from '@candor/money'
import {
  accept,
  type BoardQuote,
  closingPrice,
  type Decision,
  decideEntryPrice,
  decideExits,
  decideTrailing,
  type ExitBounds,
  exitBounds,
  openingPrice,
  ownPrices,
  quoteAtEntry,
  refuse,
  refuseUnavailable,
  type TradableQuote,
  type TwoPrices,
  unpricedExitBounds,
} from '@candor/rules'
import type { EngineContext, Requester } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import type { PendingCommit, Write } from '../engine/position-change.ts'
import { prepareRestore } from '../engine/restore-position.ts'
import { editDetails } from '../receipts/event-details.ts'
import { changeRow } from './order-rows.ts'
import type { WaitingOrders } from './waiting-orders.ts'

/** Changes of an edit: null removes, absent keeps (calls page, editContract). */
export interface Changes {
  readonly stopLoss?: Price | null
  readonly takeProfit?: Price | null
  readonly trailing?: Price | null
  readonly price?: Price | null
}

/** Changes exits, trailing stops and levels. Only the changed ones are validated, against the current price. */
export class OrderEditor {
  private readonly context: EngineContext
  private readonly write: Write
  private readonly waiting: WaitingOrders

  constructor(context: EngineContext, write: Write, waiting: WaitingOrders) {
    this.context = context
    this.write = write
    this.waiting = waiting
  }

  /** Holds the additional amount that a dearer level needs; null when none is needed. Judges the changes as `edit` will. */
  topUp(position: Position, changes: Changes): Decision<PendingCommit | null> {
    const judgement = this.judge(position, changes)
    if (!judgement.ok) return judgement
    if (changes.price == null) return accept(null)
    const missing = this.waiting.missingAt(position, changes.price)
    if (missing === null) return refuseUnavailable('conversion')
    return missing > 0n ? this.waiting.topUp(position, missing) : accept(null)
  }

  edit(position: Position, changes: Changes, requester: Requester): Decision<PendingCommit> {
    const judgement = this.judge(position, changes)
    if (!judgement.ok) return judgement
    const undo = prepareRestore(position, this.context)
    const trailingQuote = this.apply(position, changes, judgement.value)
    const newest = this.newestOf(position)
    position.events += 1
    return accept(
      this.write(
        position,
        {
          kind: 'edit',
          row: changeRow(position),
          details: editDetails(position, { newest, trailingQuote }),
          posting: null,
          deltaMinor: 0n,
          quotes: [newest, trailingQuote].filter((quote) => quote !== null),
          undo,
        },
        requester,
      ),
    )
  }

  /** The newest quote as it came, whatever a split made of it; before the first one here the last that an engine before took. */
  private newestOf({ market: { code }, account: { mode } }: Position): BoardQuote | null {
    const { board, valuation } = this.context
    return board.newest(code).at(-1) ?? valuation.of(mode).shownAsItCame(code)
  }

  /** Judges the changes by the newest prices, or by the last known before this engine began; returns the former, null without any. */
  private judge(position: Position, changes: Changes): Decision<TradableQuote | null> {
    const { board, valuation, calendar } = this.context
    const { code } = position.market
    const { mode } = position.account
    if (calendar.isDueIn(code)) return refuseUnavailable('halted')
    const quote = board.latestTradable(code, mode)
    const level = this.judgeLevel(position, changes, quote)
    if (!level.ok) return level
    // A new level changes the distance of every exit, so all are validated.
    const { stopLoss = null, takeProfit = null } =
      changes.price == null ? changes : { ...position, ...changes }
    const exits = { stopLoss, takeProfit }
    const { market, direction } = position
    const bounds = this.bounds(position, changes, {
      prices: quote ?? valuation.of(mode).shown(code),
      level: level.value,
    })
    const decision = decideExits(exits, bounds)
    if (!decision.ok) return decision
    const closeNow = quote && closingPrice(direction, ownPrices(market, quote))
    const trailing = decideTrailing(changes.trailing ?? null, market.tickSize, closeNow)
    if (!trailing.ok) return trailing
    return quote === null && changes.trailing != null ? refuseUnavailable('stale') : accept(quote)
  }

  private judgeLevel(
    position: Position,
    { price }: Changes,
    quote: TradableQuote | null,
  ): Decision<Price | null> {
    // Prices are the next contract's, the levels of the order are not.
    if (this.context.putOffRolls.willMove(position)) return refuseUnavailable('halted')
    if (price === undefined) return accept(position.status === 'pending' ? position.price : null)
    const { kind, direction, market } = position
    if (position.status !== 'pending' || kind === 'market' || price === null)
      return refuse('triggerPriceInvalid')
    return quote === null
      ? refuseUnavailable('stale')
      : decideEntryPrice({ direction, kind, price }, ownPrices(market, quote), market.tickSize)
  }

  /**
   * Of an open position both from what a close would get now; of one that waits, from a fill at its level. Without any price the exits of a
   * position bound each other.
   */
  private bounds(
    position: Position,
    changes: Changes,
    { prices, level }: { readonly prices: TwoPrices | null; readonly level: Price | null },
  ): ExitBounds {
    const { direction, market } = position
    if (level === null) {
      if (prices === null) return unpricedExitBounds(direction, { ...position, ...changes }, market.tickSize)
      const closeNow = closingPrice(direction, ownPrices(market, prices))
      return exitBounds(direction, closeNow, closeNow, market.tickSize)
    }
    const then = quoteAtEntry(
      direction,
      level,
      ownPrices(market, prices ?? { sellPrice: level, buyPrice: level }),
    )
    return exitBounds(
      direction,
      closingPrice(direction, then),
      openingPrice(direction, then),
      market.tickSize,
    )
  }

  /** Gives the quote that a trailing stop set by it begins at. */
  private apply(position: Position, changes: Changes, quote: TradableQuote | null): TradableQuote | null {
    const { book } = this.context
    if (changes.stopLoss !== undefined) position.stopLoss = changes.stopLoss
    if (changes.takeProfit !== undefined) position.takeProfit = changes.takeProfit
    if (changes.trailing !== undefined) position.trailing = changes.trailing
    if (position.status === 'pending') {
      if (changes.price != null) this.moveLevel(position, changes.price)
      return null
    }
    book.levels.armExits(position)
    return changes.trailing === undefined ? null : this.setTrailing(position, quote)
  }

  private setTrailing(position: Position, quote: TradableQuote | null): TradableQuote | null {
    this.context.book.levels.disarmTrailing(position)
    const { code } = position.market
    const values = this.context.valuation.of(position.account.mode)
    // After a split or a dividend no stored quote has the mark's price.
    const marked = values.adjustedMark(code) === null ? values.prices(code) : null
    const now = quote?.inHours ? quote : (marked ?? quote)
    if (now !== null) this.waiting.startTrailing(position, now)
    return position.trail === null ? null : now
  }

  private moveLevel(position: Position, price: Price): void {
    const margin = this.waiting.marginAt(position, price)
    position.price = price
    position.openPrice = price
    if (margin !== null) position.marginMinor = margin
    this.context.book.levels.armEntry(position)
  }
}
