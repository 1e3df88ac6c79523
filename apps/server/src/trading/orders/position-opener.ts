import {
  accept,
  type Decision,
  decidePlacement,
  ownPrices,
  type Placement,
  type PlacementRequest,
  type Refused,
  type TradableQuote,
} from '@candor/rules'
import type { EngineContext, Requester } from '../engine/engine-context.ts'
import { discardOrder } from '../engine/order-moves.ts'
import type { Account, Position } from '../engine/position.ts'
import type { PendingCommit, PositionChange, Write } from '../engine/position-change.ts'
import { openDetails, quotesOf } from '../receipts/event-details.ts'
import { freeOf, refuseFunds } from '../risk/funds/account-funds.ts'
import { contractAccounts } from './contract-accounts.ts'
import { type AcceptedOrder, newPosition } from './new-position.ts'
import { orderOf } from './order-entity.ts'
import { openPosting, together } from './order-postings.ts'
import { eventQuotes, openRow } from './order-rows.ts'
import type { PositionCloser } from './position-closer.ts'
import type { WaitingOrders } from './waiting-orders.ts'

interface Opened {
  readonly position: Position
  readonly change: PositionChange
}

/** Everything that opens at once at a quote: a market order, and the other half of a reversal. */
export class PositionOpener {
  private readonly context: EngineContext
  private readonly write: Write
  private readonly closings: PositionCloser
  private readonly waiting: WaitingOrders
  private readonly nextNumber: () => bigint

  constructor(
    context: EngineContext,
    write: Write,
    collaborators: { readonly closings: PositionCloser; readonly waiting: WaitingOrders },
    nextNumber: () => bigint,
  ) {
    this.context = context
    this.write = write
    this.closings = collaborators.closings
    this.waiting = collaborators.waiting
    this.nextNumber = nextNumber
  }

  /** An accepted market order opens at the quote it was decided at; `insufficientFunds` beyond what is free. */
  open(order: AcceptedOrder, requester: Requester): Decision<PendingCommit> {
    const account = this.context.book.account(requester.userId, requester.mode)
    const refusal = this.fundsRefusal(account, order.placement)
    if (refusal !== null) return refusal
    const opened = this.opened(order, requester)
    return accept(this.write(opened.position, opened.change, requester))
  }

  /** Closes a position and opens the opposite one, as large and at the same leverage, at the same quote: both or neither. */
  reverse(position: Position, quote: TradableQuote, requester: Requester): Decision<PendingCommit> {
    // What opens is a new order, on the terms of now (trust T18).
    const now = this.context.board.market(position.market.code) ?? position.market
    const { endsAtRoll } = position.market
    const market = endsAtRoll === undefined ? now : { ...now, endsAtRoll }
    const request = oppositeOf(position)
    const decision = decidePlacement(request, {
      market,
      quote: ownPrices(market, quote),
      unavailable: this.context.unavailableFor({
        ...{ ...request, market, quote, mode: requester.mode },
        closes: position.lots,
      }),
      conversion: this.context.valuation.of(requester.mode).conversion(market),
      ownLimit: requester.ownLimit ?? null,
    })
    if (!decision.ok) return decision
    const closing = this.closings.closed(position, quote, 'user', requester)
    if (closing === null) return this.closings.refusal(position)
    const { account } = position
    if (account.balanceMinor !== null) account.balanceMinor += closing.deltaMinor
    const refusal = this.fundsRefusal(account, decision.value)
    if (account.balanceMinor !== null) account.balanceMinor -= closing.deltaMinor
    if (refusal !== null) {
      closing.undo()
      return refusal
    }
    const opened = this.opened({ request, placement: decision.value, market, quote }, requester)
    return accept(this.write(opened.position, this.reversalChange(position, closing, opened), requester))
  }

  private fundsRefusal(account: Account, { marginMinor, commissionMinor }: Placement): Refused | null {
    const free = freeOf(account, this.context.valuation)
    return free.minor < marginMinor + commissionMinor ? refuseFunds(free) : null
  }

  /** Opens it in memory. */
  private opened(order: AcceptedOrder, requester: Requester): Opened {
    const { market, quote } = order
    const { book, board, valuation, newId, clock } = this.context
    const account = book.account(requester.userId, requester.mode)
    const position = newPosition(order, account, {
      id: newId(),
      publicId: newId(),
      sequence: this.nextNumber(),
      now: clock.now(),
    })
    book.add(position)
    this.waiting.startTrailing(position, quote)
    const quotes = eventQuotes(board, valuation.of(requester.mode), market, quote)
    const { marginMinor, feeMinor } = position
    const change: PositionChange = {
      kind: 'open',
      row: openRow(position),
      details: openDetails(position, feeMinor, quotes, requester.prices?.figuresOf(market, quote) ?? null),
      posting: openPosting(
        position.id,
        contractAccounts(requester.userId, requester.mode),
        marginMinor,
        feeMinor,
      ),
      payer: 'customer',
      deltaMinor: -feeMinor,
      quotes: quotesOf(quotes),
      undo: () => {
        book.remove(position)
        discardOrder(position)
      },
    }
    return { position, change }
  }

  /** The closing of one position and the opening of another as one effect. */
  private reversalChange(closed: Position, closing: PositionChange, { change }: Opened): PositionChange {
    const at = this.context.clock.now()
    return {
      ...change,
      relatedChanges: {
        rows: [closing.row, ...(closing.relatedChanges?.rows ?? [])],
        events: [
          ...(closing.relatedChanges?.events ?? []),
          { orderId: closed.id, number: closed.events, kind: 'close', at, details: closing.details },
        ],
        orders: [
          orderOf(closed, closed.profitMinor, closed.closePrice),
          ...(closing.relatedChanges?.orders ?? []),
        ],
      },
      posting:
        closing.posting === null || change.posting === null
          ? null
          : together(closing.posting, change.posting),
      // The customer's funds were checked in memory; only the capital that pays the profit can still be short.
      payer: 'house',
      deltaMinor: closing.deltaMinor + change.deltaMinor,
      quotes: [...change.quotes, ...closing.quotes],
      notices: closing.notices ?? [],
      inDoubt: closing.inDoubt ?? [],
      undo: () => {
        change.undo()
        closing.undo()
      },
    }
  }
}

const oppositeOf = ({ direction, lots, leverage }: Position): PlacementRequest => ({
  direction: direction === 'buy' ? 'sell' : 'buy',
  kind: 'market',
  lots,
  leverage,
  price: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
  protected: false,
  quotedPrice: null,
  maxSlippage: null,
  quoteExpired: false,
  expiresAt: null,
})
