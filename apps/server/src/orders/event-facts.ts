import { type Exact, type Price, writeLots, writePrice, writeRate } from '@candor/money'
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

export const quoteFacts = (quote: BoardQuote): Facts => ({
  code: quote.code,
  seq: quote.seq,
  source: quote.source,
  time: quote.time,
  receivedAt: quote.receivedAt,
  bid: writePrice(quote.bid),
  ask: writePrice(quote.ask),
})

/** USDT for one unit of the quote currency, as an exact fraction, and the quote it came from. */
const conversionFacts = (market: Market, quotes: EventQuotes): Facts => ({
  currency: market.quoteCurrency,
  numerator: quotes.conversion.numerator.toString(),
  denominator: quotes.conversion.denominator.toString(),
  quote: quotes.conversionQuote === null ? null : quoteFacts(quotes.conversionQuote),
})

const quotesFacts = (market: Market, quotes: EventQuotes): Facts => ({
  quote: quoteFacts(quotes.quote),
  neighbours: quotes.neighbours.map(quoteFacts),
  conversion: conversionFacts(market, quotes),
})

const marginFormula = 'margin = roundUp(lots × contractSize × openPrice ÷ leverage × conversion)'
const commissionFormula = 'commission = halfEven(lots × contractSize × price × commissionRate × conversion)'
const profitFormulas = {
  buy: 'profit = halfEven((closePrice − openPrice) × lots × contractSize × conversion)',
  sell: 'profit = halfEven((openPrice − closePrice) × lots × contractSize × conversion)',
} as const

export function openFacts(position: Position, quotes: EventQuotes): Facts {
  const { market } = position
  return {
    ...quotesFacts(market, quotes),
    formula: [marginFormula, commissionFormula],
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
    formula: [profitFormulas[position.direction], commissionFormula],
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
    formula: ['swap = halfEven(lots × contractSize × mid × swapRate × nights × conversion)'],
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

/** The inputs that every event of an order shares. */
export const orderFacts = (position: Position): Facts => ({
  code: position.market.code,
  direction: position.direction,
  kind: position.kind,
  lots: writeLots(position.lots),
  contractSize: position.market.contractSize.toString(),
  leverage: position.leverage,
  ...termsOf(position.market),
})
