import { type Exact, type Price, writeLots, writePrice, writeRate, writeUsdt } from '@candor/money'
import {
  type BoardQuote,
  type Carried,
  closingPrice,
  type Market,
  marginLevelsOf,
  ownPrices,
  type TradableQuote,
} from '@candor/rules'
import type { Json } from '../../platform/json.ts'
import type { Position } from '../engine/position.ts'
import type { FillFigures, FreshPrices } from '../quotes/fresh-prices.ts'

/** Inputs that let anyone recompute an event's numbers. Values are texts, so that no digit is lost. */
export type EventDetails = { readonly [name: string]: Json }

/** The quotes an event was decided on. */
export interface EventQuotes {
  readonly quote: BoardQuote
  /** The quotes just before it. */
  readonly neighbours: readonly BoardQuote[]
  readonly conversion: Exact
  readonly conversionQuote: TradableQuote | null
}

const priceText = (value: Price | null): string | null => (value === null ? null : writePrice(value))

/** Refers to a quote by its number: the journal has its prices, once for all events that used it (trust T5). */
const quoteRef = (quote: BoardQuote): EventDetails => ({ code: quote.code, seq: quote.seq })

/** USDT for one unit of the quote currency, as an exact fraction, and the quote it came from. */
export const conversionDetails = (
  market: Market,
  quotes: Pick<EventQuotes, 'conversion' | 'conversionQuote'>,
): EventDetails => ({
  currency: market.quoteCurrency,
  numerator: quotes.conversion.numerator.toString(),
  denominator: quotes.conversion.denominator.toString(),
  quote: quotes.conversionQuote === null ? null : quoteRef(quotes.conversionQuote),
})

/** A price seen on the board as this order's own closing price. */
export const ownClosing = ({ market, direction }: Position, seen: Price): Price =>
  closingPrice(direction, ownPrices(market, { sellPrice: seen, buyPrice: seen }))

/**
 * The levels an order watches from an event on: a receipt shows that no quote reached one before the quote that did.
 * `trailingFrom` is the best price a trailing stop begins with, where the event sets one.
 */
export const exitDetails = (position: Position, trailingFrom: Price | null): EventDetails => ({
  exits: exitsOf(position, trailingFrom),
})

const exitsOf = (position: Position, trailingFrom: Price | null) => ({
  price: priceText(position.price),
  stopLoss: priceText(position.stopLoss),
  takeProfit: priceText(position.takeProfit),
  trailing: priceText(position.trailing),
  trailingFrom: priceText(trailingFrom === null ? null : ownClosing(position, trailingFrom)),
})

export const quoteDetails = (market: Market, quotes: EventQuotes): EventDetails => ({
  quote: quoteRef(quotes.quote),
  neighbours: quotes.neighbours.map(quoteRef),
  conversion: conversionDetails(market, quotes),
})

/** Shows how the price of a customer's call was fresh enough; nothing for other fills and a replay's. */
export function fillDetails(
  prices: FreshPrices | null | undefined,
  market: Market,
  quote: TradableQuote,
): EventDetails {
  const fill = prices?.figuresOf(market, quote) ?? null
  return fill === null ? {} : { fill }
}

/** Lists every quote that an event names, for the journal. */
export const quotesOf = (quotes: EventQuotes): BoardQuote[] => [
  quotes.quote,
  ...quotes.neighbours,
  ...(quotes.conversionQuote === null ? [] : [quotes.conversionQuote]),
]

/** Returns the details of an opening, with how the price of a customer's call was fresh enough. A spread would cost every order more than the rest. */
export function openDetails(
  position: Position,
  commissionMinor: bigint,
  quotes: EventQuotes,
  fill: FillFigures | null,
): EventDetails {
  const { market } = position
  const details: { [name: string]: Json } = {
    quote: quoteRef(quotes.quote),
    neighbours: quotes.neighbours.map(quoteRef),
    conversion: conversionDetails(market, quotes),
    lots: writeLots(position.lots),
    // Of an order that waited: its level. It fills at the quote that reached it (rulebook).
    level: priceText(position.price),
    spreadAdded: writePrice(market.spreadAdded),
    price: writePrice(position.openPrice),
    margin: writeUsdt(position.marginMinor),
    commission: writeUsdt(commissionMinor),
    exits: exitsOf(position, position.trail?.from ?? null),
  }
  if (fill !== null) details.fill = fill
  return details
}

export function closeDetails(
  position: Position,
  closed: {
    price: Price
    profitMinor: bigint
    commissionMinor: bigint
    /** Repaid to the operator, which covered another position's loss for it. */
    owedMinor: bigint
    level: Price | null
    /** For a trailing stop: the best price it followed. */
    best: Price | null
  },
  quotes: EventQuotes,
): EventDetails {
  const { market } = position
  return {
    ...quoteDetails(market, quotes),
    reason: position.closeReason,
    // A trigger fills at the quote that reached its level, not at the level: the receipt shows both (rulebook).
    level: priceText(closed.level),
    ...(closed.best !== null && { best: writePrice(closed.best), trailing: priceText(position.trailing) }),
    lots: writeLots(position.lots),
    spreadAdded: writePrice(market.spreadAdded),
    openPrice: writePrice(position.openPrice),
    price: writePrice(closed.price),
    profit: writeUsdt(closed.profitMinor),
    commission: writeUsdt(closed.commissionMinor),
    ...(closed.owedMinor > 0n && { owed: writeUsdt(closed.owedMinor) }),
  }
}

export function swapDetails(
  position: Position,
  swap: { date: string; nights: number; mid: Price; rate: string; minor: bigint },
  quotes: EventQuotes,
): EventDetails {
  return {
    ...quoteDetails(position.market, quotes),
    lots: writeLots(position.lots),
    date: swap.date,
    nights: swap.nights,
    mid: writePrice(swap.mid),
    swapRate: swap.rate,
    swap: writeUsdt(swap.minor),
  }
}

export const levelDetails = (position: Position): EventDetails => ({
  price: priceText(position.price),
  stopLoss: priceText(position.stopLoss),
  takeProfit: priceText(position.takeProfit),
  trailing: priceText(position.trailing),
})

/** A change of levels holds for every quote after `newest`; a trailing stop it sets begins at `trailingQuote`. */
export interface ChangedAt {
  readonly newest: BoardQuote | null
  readonly trailingQuote: BoardQuote | null
}

export const editDetails = (position: Position, { newest, trailingQuote }: ChangedAt): EventDetails => ({
  ...levelDetails(position),
  ...exitDetails(position, trailingQuote === null ? null : (position.trail?.from ?? null)),
  spreadAdded: writePrice(position.market.spreadAdded),
  since: newest && quoteRef(newest),
  ...(trailingQuote !== null && { trailingQuote: quoteRef(trailingQuote) }),
})

/** Describes a placed order: its terms, and the amount held for a fill at its level. */
export function placeDetails(position: Position, quotes: EventQuotes, heldMinor: bigint): EventDetails {
  return {
    ...quoteDetails(position.market, quotes),
    ...levelDetails(position),
    ...exitDetails(position, null),
    lots: writeLots(position.lots),
    expiresAt: position.expiresAt,
    held: writeUsdt(heldMinor),
  }
}

/** Terms that a closed part takes over from its order; the same in both receipts. */
export const partDetails = (
  whole: Carried,
  share: Carried,
  named: { order: string; part: string },
): EventDetails => ({
  ...named,
  wholeLots: writeLots(whole.lots),
  wholeMargin: writeUsdt(whole.marginMinor),
  wholeFee: writeUsdt(whole.feeMinor),
  wholeSwap: writeUsdt(whole.swapMinor),
  ...(whole.owedMinor > 0n && { wholeOwed: writeUsdt(whole.owedMinor) }),
  lots: writeLots(share.lots),
  margin: writeUsdt(share.marginMinor),
  fee: writeUsdt(share.feeMinor),
  swap: writeUsdt(share.swapMinor),
  ...(share.owedMinor > 0n && { owed: writeUsdt(share.owedMinor) }),
})

/** Terms that an order was bought with and keeps (trust T18). */
export const termsOf = (market: Market) => {
  const { call, closeOut } = marginLevelsOf(market)
  return {
    commissionRate: writeRate(market.commissionRate),
    swapLong: writeRate(market.swapLong),
    swapShort: writeRate(market.swapShort),
    spreadAdded: writePrice(market.spreadAdded),
    marginCall: writeRate(call),
    marginCloseOut: writeRate(closeOut),
    ...(market.endsAtRoll && { endsAtRoll: market.endsAtRoll }),
  }
}
