import type { Lots, Price } from '@candor/money'
import {
  accept,
  type CloseReason,
  closingPrice,
  commissionMinor,
  type Decision,
  decidePart,
  ownPrices,
  profitMinor,
  type Refused,
  refuseUnavailable,
  shareOf,
  type TradableQuote,
} from '@candor/rules'
import type { RelatedChanges } from '../commits/effect.ts'
import type { EngineContext, Requester } from '../engine/engine-context.ts'
import { moveOrder } from '../engine/order-moves.ts'
import type { Position } from '../engine/position.ts'
import type { PendingCommit, PositionChange, Write } from '../engine/position-change.ts'
import { prepareRestore } from '../engine/restore-position.ts'
import {
  closeDetails,
  type EventDetails,
  type EventQuotes,
  fillDetails,
  ownClosing,
  partDetails,
  quotesOf,
} from '../receipts/event-details.ts'
import { LossCover, withCover } from '../risk/loss-cover.ts'
import { accountQuotes, stopOutDetails } from '../risk/stop-outs/stop-out-details.ts'
import { contractAccounts } from './contract-accounts.ts'
import { orderOf } from './order-entity.ts'
import { noticesOfClose } from './order-notices.ts'
import { closePosting, release } from './order-postings.ts'
import { changeRow, clampedDeltaMinor, eventQuotes, wholeRow } from './order-rows.ts'

interface Settled {
  readonly price: Price
  readonly profitMinor: bigint
  readonly commissionMinor: bigint
  readonly owedMinor: bigint
  readonly quotes: EventQuotes
}

/** Everything that ends a position, or a part of it, at a quote. */
export class PositionCloser {
  private readonly context: EngineContext
  private readonly write: Write
  private readonly nextNumber: () => bigint
  private readonly cover: LossCover

  constructor(context: EngineContext, write: Write, nextNumber: () => bigint) {
    this.context = context
    this.cover = new LossCover(context, (position, quote) => {
      const settled = this.settle(position, position.lots, quote)
      return settled !== null && costOf(settled) < 0n ? this.ended(position, settled, 'stopOut') : null
    })
    this.write = write
    this.nextNumber = nextNumber
  }

  /** Null while it cannot be settled (see `refusal`). */
  close(
    position: Position,
    quote: TradableQuote,
    reason: CloseReason,
    requester: Requester | null,
  ): PendingCommit | null {
    const change = this.closed(position, quote, reason, requester)
    return change && this.write(position, change, requester)
  }

  /** Checks whether closing a position brings money, after its commission and debts: it then needs no other position to pay for it. */
  brings(position: Position, quote: TradableQuote): boolean {
    const settled = this.settle(position, position.lots, quote)
    return settled !== null && costOf(settled) < 0n
  }

  /** Closes the position in memory, with those that must close or owe for its loss; returns the change to be written. */
  closed(
    position: Position,
    quote: TradableQuote,
    reason: CloseReason,
    requester: Requester | null,
  ): PositionChange | null {
    const settled = this.settle(position, position.lots, quote)
    if (settled === null) return null
    const loss = { position, quote, costMinor: costOf(settled), ends: true }
    if (this.cover.mustWait(loss)) return null
    // Taken before anything closes with it: the account's state at the decision.
    const isStopOut = reason === 'stopOut'
    const figures = isStopOut ? stopOutDetails(this.context, position, quote) : {}
    const valuedAt = isStopOut ? accountQuotes(this.context, position.account) : []
    const cover = this.cover.take(loss)
    const ended = this.ended(position, settled, reason, cover?.deltaMinor)
    const fill = fillDetails(requester?.prices, position.market, quote)
    const details = { ...ended.details, ...figures, ...fill }
    const change = { ...ended, details, quotes: [...ended.quotes, ...valuedAt] }
    return cover === null ? change : withCover(change, cover)
  }

  private ended(
    position: Position,
    settled: Settled,
    reason: CloseReason,
    coveredMinor = 0n,
  ): PositionChange {
    const { account } = position
    const undo = prepareRestore(position, this.context)
    const { steps, left } = release(position.holds, null)
    const level = levelOf(position, reason)
    const best = bestOf(position, reason)
    this.context.book.remove(position)
    this.end(position, settled, reason)
    position.holds = left
    const deltaMinor = clampedDeltaMinor(account, resultOf(settled), coveredMinor)
    return {
      kind: 'close',
      row: changeRow(position),
      details: closeDetails(position, { ...settled, level, best }, settled.quotes),
      posting: closePosting(position.id, contractAccounts(account.userId, account.mode), steps, settled),
      deltaMinor,
      quotes: quotesOf(settled.quotes),
      notices: noticesOfClose(this.context.newId(), position),
      undo,
      // What the operator has to pay of a loss may be refused.
      inDoubt: deltaMinor === -costOf(settled) ? [] : [position],
    }
  }

  /**
   * Closes a part: it becomes a closed order of its own, with its share of margin, commission and swaps. The rest keeps its order, exits and
   * place in the book.
   */
  closePart(
    position: Position,
    requestedLots: Lots | null,
    quote: TradableQuote,
    requester: Requester | null,
  ): Decision<PendingCommit> {
    const lots = decidePart(requestedLots, position.lots, position.market)
    if (!lots.ok) return lots
    const pending =
      lots.value === position.lots
        ? this.close(position, quote, 'user', requester)
        : this.split(position, lots.value, quote, requester)
    return pending === null ? this.refusal(position) : accept(pending)
  }

  /** Refuses a close that cannot be settled now: nothing converts its result, or a price that decides who pays its loss is missing. */
  refusal({ market, account }: Position): Refused {
    const isConverted = this.context.valuation.of(account.mode).conversion(market) !== null
    return refuseUnavailable(isConverted ? 'stale' : 'conversion')
  }

  private split(
    position: Position,
    lots: Lots,
    quote: TradableQuote,
    requester: Requester | null,
  ): PendingCommit | null {
    const whole = { ...position }
    const share = shareOf(whole, lots)
    const settled = this.settle(position, lots, quote, share.owedMinor)
    if (settled === null) return null
    const loss = { position, quote, costMinor: costOf(settled), ends: true }
    if (this.cover.mustWait(loss)) return null
    const { account, trail } = position
    const cover = this.cover.take(loss)
    const { book } = this.context
    const undo = prepareRestore(position, this.context)
    const best = trail === null ? null : trail.group.stops.bestOf(trail)
    const part = this.partOf(position, share)
    const { steps, left } = release(position.holds, share.marginMinor)
    book.remove(position)
    position.lots = (position.lots - lots) as Lots
    position.marginMinor -= share.marginMinor
    position.feeMinor -= share.feeMinor
    position.swapMinor -= share.swapMinor
    position.owedMinor -= share.owedMinor
    position.holds = left
    position.events += 1
    book.add(position)
    if (trail !== null && best !== null) book.levels.armTrailing(position, { ...trail, best })
    this.end(part, settled, 'user')
    const details = partDetails(whole, share, { order: position.id, part: part.id })
    const change: PositionChange = {
      kind: 'part',
      row: changeRow(position),
      details,
      relatedChanges: this.relatedChangesOf(
        part,
        details,
        settled,
        fillDetails(requester?.prices, part.market, quote),
      ),
      posting: closePosting(part.id, contractAccounts(account.userId, account.mode), steps, settled),
      deltaMinor: clampedDeltaMinor(account, resultOf(settled), cover?.deltaMinor),
      quotes: quotesOf(settled.quotes),
      undo,
      inDoubt: [position],
    }
    return this.write(position, cover === null ? change : withCover(change, cover), requester)
  }

  private partOf(position: Position, share: ReturnType<typeof shareOf>): Position {
    const sequence = this.nextNumber()
    return {
      ...position,
      ...share,
      id: this.context.newId(),
      publicId: this.context.newId(),
      sequence,
      orderNo: `C${sequence.toString().padStart(8, '0')}`,
      partOf: position.id,
      holds: [],
      events: 1,
      trail: null,
      stopTicket: -1,
      targetTicket: -1,
    }
  }

  private relatedChangesOf(
    part: Position,
    details: PositionChange['details'],
    settled: Settled,
    fill: EventDetails,
  ): RelatedChanges {
    const at = part.closedAt ?? this.context.clock.now()
    const closing = closeDetails(part, { ...settled, level: null, best: null }, settled.quotes)
    return {
      rows: [wholeRow(part)],
      events: [
        { orderId: part.id, number: 1, kind: 'part', at, details },
        { orderId: part.id, number: 2, kind: 'close', at, details: { ...closing, ...fill } },
      ],
      orders: [orderOf(part, part.profitMinor, part.closePrice)],
    }
  }

  private settle(
    position: Position,
    lots: Lots,
    quote: TradableQuote,
    owedMinor = position.owedMinor,
  ): Settled | null {
    const { board } = this.context
    const { market, direction, openPrice, account } = position
    const valuation = this.context.valuation.of(account.mode)
    const conversion = valuation.conversion(market)
    if (conversion === null) return null
    const price = closingPrice(direction, ownPrices(market, quote))
    return {
      price,
      profitMinor: profitMinor({ direction, openPrice, lots }, price, market.contractSize, conversion),
      commissionMinor: commissionMinor(lots, price, market, conversion),
      owedMinor,
      quotes: eventQuotes(board, valuation, market, quote),
    }
  }

  private end(position: Position, settled: Settled, reason: CloseReason): void {
    moveOrder(position, 'closed')
    position.closePrice = settled.price
    position.profitMinor = settled.profitMinor
    position.closeReason = reason
    position.closedAt = this.context.clock.now()
    position.feeMinor += settled.commissionMinor
    position.events += 1
  }
}

/** Lists the balance changes of a settlement in the order they are posted. */
const resultOf = ({ profitMinor, commissionMinor, owedMinor }: Settled): readonly bigint[] => [
  profitMinor,
  -commissionMinor,
  -owedMinor,
]

/** Returns the total cost of a settlement; negative when it brings money. */
const costOf = (settled: Settled): bigint => -resultOf(settled).reduce((sum, one) => sum + one, 0n)

const bestOf = (position: Position, reason: CloseReason): Price | null =>
  position.trail === null || reason !== 'trailing'
    ? null
    : ownClosing(position, position.trail.group.stops.bestOf(position.trail))

function levelOf(position: Position, reason: CloseReason): Price | null {
  if (reason === 'stopLoss') return position.stopLoss
  if (reason === 'trailing' && position.trail !== null)
    return ownClosing(position, position.trail.group.stops.levelOf(position.trail))
  return reason === 'takeProfit' ? position.takeProfit : null
}
