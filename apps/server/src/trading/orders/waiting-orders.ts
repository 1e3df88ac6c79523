import type { Price } from '@candor/money'
import { writeUsdt } from '@candor/money'
import {
  accept,
  closingPrice,
  commissionMinor,
  type Decision,
  marginMinor,
  openingPrice,
  ownPrices,
  type TradableQuote,
} from '@candor/rules'
import type { EngineContext, Requester } from '../engine/engine-context.ts'
import { discardOrder, moveOrder } from '../engine/order-moves.ts'
import { freedMinor, type Hold, heldMinor, type Position } from '../engine/position.ts'
import type { PendingCommit, PositionChange, Write } from '../engine/position-change.ts'
import type { PositionsInDoubt } from '../engine/positions-in-doubt.ts'
import { prepareRestore } from '../engine/restore-position.ts'
import { levelDetails, openDetails, placeDetails, quotesOf } from '../receipts/event-details.ts'
import { freeOf, isHeard, leastEquityOf, refuseFunds, tradingEquityOf } from '../risk/funds/account-funds.ts'
import { openingOf } from '../risk/limits/exposure-limits.ts'
import { LossCover, withCover } from '../risk/loss-cover.ts'
import { type HeldTriggers, levelOf } from '../triggers/held-triggers.ts'
import { contractAccounts } from './contract-accounts.ts'
import { type AcceptedOrder, newPosition } from './new-position.ts'
import { noticesOfExpiry, noticesOfFill, noticesOfNotTaken, noticesOfUnfunded } from './order-notices.ts'
import { cancelPosting, fillPosting, placePosting, release, topUpPosting } from './order-postings.ts'
import { changeRow, clampedDeltaMinor, eventQuotes, wholeRow } from './order-rows.ts'

/** The price an order fills at; what that takes of the account, in USDT's smallest unit. */
interface FilledAt {
  readonly price: Price
  readonly marginMinor: bigint
  readonly commissionMinor: bigint
}

/** Limit and stop orders: from their placing to their filling, cancelling or end. */
export class WaitingOrders {
  private readonly context: EngineContext
  private readonly write: Write
  private readonly nextNumber: () => bigint
  private readonly trailNumber: () => bigint
  private readonly doubts: PositionsInDoubt
  private readonly held: HeldTriggers
  /** A fill closes nothing: the part of its commission that the balance lacks is owed by positions in profit. */
  private readonly cover: LossCover

  constructor(
    context: EngineContext,
    write: Write,
    numbers: { readonly order: () => bigint; readonly trail: () => bigint },
    { doubts, held }: { readonly doubts: PositionsInDoubt; readonly held: HeldTriggers },
  ) {
    this.context = context
    this.write = write
    this.nextNumber = numbers.order
    this.trailNumber = numbers.trail
    this.doubts = doubts
    this.held = held
    this.cover = new LossCover(context, () => null)
  }

  /** An accepted order begins to wait. */
  place(order: AcceptedOrder, requester: Requester): Decision<PendingCommit> {
    const { placement, market, quote } = order
    const { book, board, valuation, newId, clock } = this.context
    const account = book.account(requester.userId, requester.mode)
    const needed = placement.marginMinor + placement.commissionMinor
    const free = freeOf(account, valuation)
    if (free.minor < needed) return refuseFunds(free)
    const position = newPosition(order, account, {
      id: newId(),
      publicId: newId(),
      sequence: this.nextNumber(),
      now: clock.now(),
    })
    book.wait(position)
    const quotes = eventQuotes(board, valuation.of(requester.mode), market, quote)
    const charge = {
      kind: 'place',
      row: wholeRow(position),
      details: placeDetails(position, quotes, needed),
      posting: placePosting(position.id, contractAccounts(requester.userId, requester.mode), needed),
      payer: 'customer',
      deltaMinor: 0n,
      quotes: quotesOf(quotes),
      undo: () => {
        book.unwait(position)
        discardOrder(position)
      },
    } as const
    return accept(this.write(position, charge, requester))
  }

  /**
   * Opens it at the quote that reached its level (rulebook, Contracts). Recomputes its margin at that price; of the held amount, the margin
   * stays and the rest is released. A gap that makes it dearer than its hold takes nothing more. While a price that decides about it has
   * not come since this engine began, it waits for that one; while it is not certain who pays its commission, for the outcome (ADR-226).
   */
  fill(position: Position, reached: TradableQuote): void {
    if (position.status !== 'pending') return
    const level = levelOf(position, 'entry')
    const { quote } = this.held.firstOf(position, level, { quote: reached, best: null })
    if (position.inDoubt > 0) {
      this.doubts.defer(position, () => {
        // An edit that was refused meanwhile has set the level back, and watches it again.
        if (levelOf(position, 'entry') === level) this.fill(position, quote)
      })
      return
    }
    if (this.held.isBarred(position, level)) {
      this.context.book.levels.armEntry(position)
      return
    }
    this.held.release(position)
    const { market, account, lots } = position
    const { valuation } = this.context
    const conversion = valuation.of(account.mode).conversion(market)
    if (conversion === null) {
      this.hold(position, quote)
      return
    }
    const price = openingPrice(position.direction, ownPrices(market, quote))
    const margin = marginMinor(position, price, market.contractSize, conversion)
    const commission = commissionMinor(lots, price, market, conversion)
    const equity = isHeard(account, valuation) ? tradingEquityOf(account, valuation) : null
    const needed = account.usedMarginMinor + margin + commission
    // Not known since this engine began: filled if even the estimate suffices, else it waits for the missing quote.
    if (equity === null && leastEquityOf(account, valuation) < needed) {
      this.hold(position, quote)
      return
    }
    // A fill below a margin level of 100 % would be a loss waiting to be stopped out (rulebook, Contracts).
    if (equity !== null && equity < needed) {
      this.cancelAt(position, quote, noticesOfUnfunded(this.context.newId(), position))
      return
    }
    this.openOnceCertain(position, quote, { price, marginMinor: margin, commissionMinor: commission })
  }

  /** Opens it unless the balance might not pay its commission, and the positions that would owe it are not known or in doubt. */
  private openOnceCertain(position: Position, quote: TradableQuote, filledAt: FilledAt): void {
    const { account } = position
    const cost = { position, quote, costMinor: filledAt.commissionMinor, ends: false }
    if (this.cover.mustWait(cost)) {
      this.hold(position, quote)
      return
    }
    const certainly = { position, costMinor: cost.costMinor + this.doubts.gainOf(account) }
    if (this.doubts.has(account) && this.cover.missing(certainly) > 0n) {
      this.doubts.defer(position, this.heldAt(position, quote).act)
      return
    }
    // The operator keeps no more of the market's risk in this direction (ADR-251), or offers it for closing only (ADR-263).
    const { board, exposureLimits } = this.context
    if (board.isCloseOnly(position.market.code) || exposureLimits.refuses(openingOf(position, quote))) {
      this.cancelAt(position, quote, noticesOfNotTaken(this.context.newId(), position))
      return
    }
    const cover = this.cover.take(cost)
    const charge = this.filled(position, quote, filledAt)
    const pending = this.write(position, cover === null ? charge : withCover(charge, cover), null)
    this.held.holdIfRefused(pending, this.heldAt(position, quote))
  }

  private cancelAt(position: Position, quote: TradableQuote, notices: PositionChange['notices']): void {
    this.held.holdIfRefused(this.end(position, 'cancel', null, notices), this.heldAt(position, quote))
  }

  private hold(position: Position, quote: TradableQuote): void {
    this.held.hold(position, this.heldAt(position, quote))
    this.context.book.levels.armEntry(position)
  }

  private heldAt(position: Position, quote: TradableQuote) {
    const level = levelOf(position, 'entry')
    const act = () => {
      if (levelOf(position, 'entry') === level) this.fill(position, quote)
    }
    return { level, first: { quote, best: null }, act }
  }

  /** Opens it in memory; returns the change to be written. */
  private filled(
    position: Position,
    quote: TradableQuote,
    { price, marginMinor, commissionMinor }: FilledAt,
  ): PositionChange {
    const { book, board, clock } = this.context
    const { market, account } = position
    const undo = prepareRestore(position, this.context)
    const { steps, left } = release(position.holds, freedMinor(position, marginMinor, commissionMinor))
    book.unwait(position)
    moveOrder(position, 'open')
    position.openPrice = price
    position.marginMinor = marginMinor
    position.openedAt = clock.now()
    position.swappedThrough = clock.now()
    position.feeMinor = commissionMinor
    position.holds = left
    position.events += 1
    book.add(position)
    this.startTrailing(position, quote)
    const quotes = eventQuotes(board, this.context.valuation.of(account.mode), market, quote)
    return {
      kind: 'open',
      row: changeRow(position),
      details: openDetails(position, commissionMinor, quotes, null),
      posting: fillPosting(position.id, contractAccounts(account.userId, account.mode), {
        released: steps,
        margin: left,
        commissionMinor,
      }),
      payer: 'house',
      deltaMinor: clampedDeltaMinor(account, [-commissionMinor]),
      quotes: quotesOf(quotes),
      notices: noticesOfFill(this.context.newId(), position),
      undo,
      inDoubt: [position],
    }
  }

  /** Sets the trailing stop of a position that opens at this quote. */
  startTrailing(position: Position, quote: TradableQuote): void {
    if (position.trailing === null) return
    const from = closingPrice(position.direction, quote)
    this.context.book.levels.armTrailing(position, { number: this.trailNumber(), from, best: from })
  }

  /** Ends a waiting order; `notices` state the reason when the owner did not end it. */
  end(
    position: Position,
    kind: 'cancel' | 'expire',
    requester: Requester | null,
    notices: PositionChange['notices'] = [],
  ): PendingCommit {
    const { book } = this.context
    const undo = prepareRestore(position, this.context)
    const { steps, left } = release(position.holds, null)
    this.held.release(position)
    book.unwait(position)
    moveOrder(position, kind === 'cancel' ? 'cancelled' : 'expired')
    position.holds = left
    position.events += 1
    const charge = {
      kind,
      row: changeRow(position),
      details: levelDetails(position),
      posting: cancelPosting(position.id, steps),
      deltaMinor: 0n,
      quotes: [],
      notices: kind === 'expire' ? noticesOfExpiry(this.context.newId(), position) : notices,
      undo,
    } as const
    return this.write(position, charge, requester)
  }

  /** The margin of a fill at this level; null while there is no conversion. */
  marginAt(position: Position, level: Price): bigint | null {
    const { market, account } = position
    const conversion = this.context.valuation.of(account.mode).conversion(market)
    return conversion && marginMinor(position, level, market.contractSize, conversion)
  }

  /** Returns the additional amount that filling at another level would need held. */
  missingAt(position: Position, level: Price): bigint | null {
    const { market, lots, account } = position
    const margin = this.marginAt(position, level)
    const conversion = this.context.valuation.of(account.mode).conversion(market)
    if (margin === null || conversion === null) return null
    const commission = commissionMinor(lots, level, market, conversion)
    return margin + commission - heldMinor(position)
  }

  /** Holds the additional amount for a dearer level before the order moves there; until the hold is certain the old level applies. */
  topUp(position: Position, minor: bigint): Decision<PendingCommit> {
    const { account } = position
    const free = freeOf(account, this.context.valuation)
    if (free.minor < minor) return refuseFunds(free)
    const { book } = this.context
    const more: Hold = { id: `${position.id}:${position.events + 1}`, minor }
    const undo = prepareRestore(position, this.context)
    position.events += 1
    book.setHolds(position, [...position.holds, more])
    const charge = {
      kind: 'edit',
      row: changeRow(position),
      details: { held: writeUsdt(minor) },
      posting: topUpPosting(position.id, contractAccounts(account.userId, account.mode), more),
      payer: 'customer',
      isAwaited: true,
      deltaMinor: 0n,
      quotes: [],
      undo,
      inDoubt: [position],
    } as const
    return accept(this.write(position, charge, null))
  }
}
