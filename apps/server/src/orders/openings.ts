import {
  accept,
  type Decision,
  decidePlacement,
  type Market,
  ownPrices,
  type Placement,
  type PlacementAsk,
  refuse,
  refuseUnavailable,
  type TradableQuote,
} from '@candor/rules'
import type { Closings } from './closings.ts'
import { eventQuotes, openRow, wholeRow } from './decided.ts'
import type { Asker, Charge, Decided, EngineParts, Write } from './engine-parts.ts'
import { openFacts, quotesOf } from './event-facts.ts'
import { newPosition } from './new-position.ts'
import { orderOf } from './order-entity.ts'
import { type Position, setAside } from './position.ts'
import { contractAccounts, openPosting, together } from './postings.ts'
import { remember } from './restore.ts'
import type { WaitingOrders } from './waiting-orders.ts'

interface Opened {
  readonly position: Position
  readonly charge: Charge
}

/** Everything that opens at once at a quote: a market order, and the other half of a reversal. */
export class Openings {
  private readonly parts: EngineParts
  private readonly write: Write
  private readonly closings: Closings
  private readonly waiting: WaitingOrders
  private readonly nextNumber: () => bigint

  constructor(
    parts: EngineParts,
    write: Write,
    beside: { readonly closings: Closings; readonly waiting: WaitingOrders },
    nextNumber: () => bigint,
  ) {
    this.parts = parts
    this.write = write
    this.closings = beside.closings
    this.waiting = beside.waiting
    this.nextNumber = nextNumber
  }

  /** An accepted market order opens at the quote it was decided at; 10011 when a replay knows that its funds are short. */
  open(
    ask: PlacementAsk,
    placement: Placement,
    market: Market,
    quote: TradableQuote,
    asker: Asker,
  ): Decision<Decided> {
    const opened = this.opened(ask, placement, market, quote, asker, 0n)
    return opened === null ? refuse(10011) : accept(this.write(opened.position, opened.charge, asker))
  }

  /** Closes a position and opens the opposite one, as large and at the same leverage, at the same quote: both or neither. */
  reverse(position: Position, quote: TradableQuote, asker: Asker): Decision<Decided> {
    // What opens is a new order, on the terms of now (trust T18).
    const now = this.parts.board.market(position.market.code) ?? position.market
    const { endsAtRoll } = position.market
    const market = endsAtRoll === undefined ? now : { ...now, endsAtRoll }
    const ask = oppositeOf(position)
    const decision = decidePlacement(ask, {
      market,
      quote: ownPrices(market, quote),
      unavailable: this.parts.unavailable(market, quote, asker.mode, 'market'),
      conversion: this.parts.valuation.conversion(market),
      ownLimit: asker.ownLimit ?? null,
    })
    if (!decision.ok) return decision
    const undoClosing = remember(position, this.parts.book)
    const closing = this.closings.closed(position, quote, 'user')
    if (closing === null) return refuseUnavailable('conversion')
    const opened = this.opened(ask, decision.value, market, quote, asker, closing.delta)
    if (opened === null) {
      undoClosing()
      return refuse(10011)
    }
    return accept(this.write(opened.position, this.asOne(position, closing, opened), asker))
  }

  /** Opens it in memory; null when a replay knows that its funds are short. */
  private opened(
    ask: PlacementAsk,
    placement: Placement,
    market: Market,
    quote: TradableQuote,
    asker: Asker,
    closingDelta: bigint,
  ): Opened | null {
    const { book, board, valuation, newId, clock, decidesFunds } = this.parts
    const account = book.account(asker.userId, asker.mode)
    const cost = placement.marginMinor + placement.commissionMinor
    if (decidesFunds && (account.balanceMinor ?? 0n) + closingDelta - setAside(account) < cost) return null
    const position = newPosition(ask, placement, market, account, {
      id: newId(),
      publicId: newId(),
      sequence: this.nextNumber(),
      now: clock.now(),
    })
    book.add(position)
    this.waiting.startTrailing(position, quote)
    const quotes = eventQuotes(board, valuation, market, quote)
    const { marginMinor, feeMinor } = position
    const charge: Charge = {
      kind: 'open',
      ...(position.trail === null
        ? { form: 'columns', row: openRow(position) }
        : { form: 'row', row: wholeRow(position) }),
      facts: openFacts(position, feeMinor, quotes),
      posting: openPosting(position.id, contractAccounts(asker.userId, asker.mode), marginMinor, feeMinor),
      payer: 'customer',
      delta: -feeMinor,
      quotes: quotesOf(quotes),
      undo: () => {
        book.remove(position)
        position.status = 'cancelled'
      },
    }
    return { position, charge }
  }

  /** The closing of one position and the opening of another as one effect. */
  private asOne(closed: Position, closing: Charge, { charge }: Opened): Charge {
    const at = this.parts.clock.now()
    return {
      ...charge,
      besides: {
        newRows: [],
        changes: [closing.row],
        events: [{ orderId: closed.id, number: closed.events, kind: 'close', at, facts: closing.facts }],
        orders: [orderOf(closed, closed.profitMinor, closed.closePrice)],
      },
      posting:
        closing.posting === null || charge.posting === null
          ? null
          : together(closing.posting, charge.posting),
      delta: closing.delta + charge.delta,
      undo: () => {
        charge.undo?.()
        closing.undo?.()
      },
    }
  }
}

const oppositeOf = ({ direction, lots, leverage }: Position): PlacementAsk => ({
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
