import {
  accept,
  type Decision,
  decidePlacement,
  type Market,
  ownPrices,
  type Placement,
  type PlacementAsk,
  type Refused,
  refuseUnavailable,
  type TradableQuote,
} from '@candor/rules'
import { freeOf, refuseFunds } from './account-funds.ts'
import type { Closings } from './closings.ts'
import { eventQuotes, openRow, wholeRow } from './decided.ts'
import type { Asker, Charge, Decided, EngineParts, Write } from './engine-parts.ts'
import { openFacts, quotesOf } from './event-facts.ts'
import { newPosition } from './new-position.ts'
import { orderOf } from './order-entity.ts'
import type { Account, Position } from './position.ts'
import { contractAccounts, openPosting, together } from './postings.ts'
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

  /** An accepted market order opens at the quote it was decided at; `insufficientFunds` beyond what is free. */
  open(
    ask: PlacementAsk,
    placement: Placement,
    market: Market,
    quote: TradableQuote,
    asker: Asker,
  ): Decision<Decided> {
    const account = this.parts.book.account(asker.userId, asker.mode)
    const short = this.shortOf(account, placement)
    if (short !== null) return short
    const opened = this.opened(ask, placement, market, quote, asker)
    return accept(this.write(opened.position, opened.charge, asker))
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
      conversion: this.parts.valuation.of(asker.mode).conversion(market),
      ownLimit: asker.ownLimit ?? null,
    })
    if (!decision.ok) return decision
    const closing = this.closings.closed(position, quote, 'user')
    if (closing === null) return refuseUnavailable('conversion')
    const { account } = position
    if (account.balanceMinor !== null) account.balanceMinor += closing.delta
    const short = this.shortOf(account, decision.value)
    if (account.balanceMinor !== null) account.balanceMinor -= closing.delta
    if (short !== null) {
      closing.undo()
      return short
    }
    const opened = this.opened(ask, decision.value, market, quote, asker)
    return accept(this.write(opened.position, this.asOne(position, closing, opened), asker))
  }

  private shortOf(account: Account, { marginMinor, commissionMinor }: Placement): Refused | null {
    const free = freeOf(account, this.parts.valuation)
    return free.minor < marginMinor + commissionMinor ? refuseFunds(free) : null
  }

  /** Opens it in memory. */
  private opened(
    ask: PlacementAsk,
    placement: Placement,
    market: Market,
    quote: TradableQuote,
    asker: Asker,
  ): Opened {
    const { book, board, valuation, newId, clock } = this.parts
    const account = book.account(asker.userId, asker.mode)
    const position = newPosition(ask, placement, market, account, {
      id: newId(),
      publicId: newId(),
      sequence: this.nextNumber(),
      now: clock.now(),
    })
    book.add(position)
    this.waiting.startTrailing(position, quote)
    const quotes = eventQuotes(board, valuation.of(asker.mode), market, quote)
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
        changes: [closing.row, ...(closing.besides?.changes ?? [])],
        events: [
          ...(closing.besides?.events ?? []),
          { orderId: closed.id, number: closed.events, kind: 'close', at, facts: closing.facts },
        ],
        orders: [orderOf(closed, closed.profitMinor, closed.closePrice), ...(closing.besides?.orders ?? [])],
      },
      posting:
        closing.posting === null || charge.posting === null
          ? null
          : together(closing.posting, charge.posting),
      // The customer's side was judged in memory; what can still be short is the capital that pays the profit.
      payer: 'house',
      delta: closing.delta + charge.delta,
      quotes: [...charge.quotes, ...closing.quotes],
      notices: closing.notices ?? [],
      inDoubt: closing.inDoubt ?? [],
      undo: () => {
        charge.undo()
        closing.undo()
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
