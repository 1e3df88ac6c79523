import { type Exact, type Price, writePrice, writeRate } from '@candor/money'
import type { BoardQuote, Market, TradableQuote } from '@candor/rules'
import { writeUsdt } from './order-entity.ts'
import type { Position } from './position.ts'

/** Everything needed to recompute an event's numbers without us; texts only, so that nothing is lost on the way. */
export type Facts = Readonly<Record<string, unknown>>

/** The quotes an event was decided on. */
export interface EventQuotes {
  readonly quote: BoardQuote
  /** The quotes just before it. */
  readonly neighbours: readonly BoardQuote[]
  readonly conversion: Exact
  readonly conversionQuote: TradableQuote | null
}

/** A quote by its number: its prices stand in the journal, once for all that used it (trust T5). */
const quoteRef = (quote: BoardQuote): Facts => ({ code: quote.code, seq: quote.seq })

/** USDT for one unit of the quote currency, as an exact fraction, and the quote it came from. */
const conversionFacts = (market: Market, quotes: EventQuotes): Facts => ({
  currency: market.quoteCurrency,
  numerator: quotes.conversion.numerator.toString(),
  denominator: quotes.conversion.denominator.toString(),
  quote: quotes.conversionQuote === null ? null : quoteRef(quotes.conversionQuote),
})

const quotesFacts = (market: Market, quotes: EventQuotes): Facts => ({
  quote: quoteRef(quotes.quote),
  neighbours: quotes.neighbours.map(quoteRef),
  conversion: conversionFacts(market, quotes),
})

/** Every quote an event names, for the journal. */
export const quotesOf = (quotes: EventQuotes): BoardQuote[] => [
  quotes.quote,
  ...quotes.neighbours,
  ...(quotes.conversionQuote === null ? [] : [quotes.conversionQuote]),
]

export function openFacts(position: Position, quotes: EventQuotes): Facts {
  const { market } = position
  return {
    ...quotesFacts(market, quotes),
    spreadAdded: writePrice(market.spreadAdded),
    price: writePrice(position.openPrice),
    margin: writeUsdt(position.marginMinor),
    commission: writeUsdt(position.feeMinor),
  }
}

export function closeFacts(
  position: Position,
  closed: { price: Price; profitMinor: bigint; commissionMinor: bigint; level: Price | null },
  quotes: EventQuotes,
): Facts {
  const { market } = position
  return {
    ...quotesFacts(market, quotes),
    reason: position.closeReason,
    // A trigger fills at the quote that reached its level, not at the level: both stand here (rulebook).
    level: closed.level === null ? null : writePrice(closed.level),
    spreadAdded: writePrice(market.spreadAdded),
    openPrice: writePrice(position.openPrice),
    price: writePrice(closed.price),
    profit: writeUsdt(closed.profitMinor),
    commission: writeUsdt(closed.commissionMinor),
  }
}

export function swapFacts(
  position: Position,
  swap: { date: string; nights: number; mid: Price; rate: string; minor: bigint },
  quotes: EventQuotes,
): Facts {
  return {
    ...quotesFacts(position.market, quotes),
    date: swap.date,
    nights: swap.nights,
    mid: writePrice(swap.mid),
    swapRate: swap.rate,
    swap: writeUsdt(swap.minor),
  }
}

export const editFacts = (position: Position): Facts => ({
  stopLoss: position.stopLoss === null ? null : writePrice(position.stopLoss),
  takeProfit: position.takeProfit === null ? null : writePrice(position.takeProfit),
})

/** What an order was bought with and keeps (trust T18). */
export const termsOf = (market: Market) => ({
  commissionRate: writeRate(market.commissionRate),
  swapLong: writeRate(market.swapLong),
  swapShort: writeRate(market.swapShort),
})
