import type { Lots, Price } from '@candor/money'

export type Direction = 'buy' | 'sell'
export type OrderKind = 'market' | 'limit' | 'stop'
export type OrderStatus = 'pending' | 'open' | 'closed' | 'cancelled' | 'expired'
export type CloseReason =
  | 'user'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailing'
  | 'stopOut'
  | 'expiry'
  | 'roll'
  | 'end'

/** Permitted transitions of an order; the database enforces the same table (`orders_moves`). */
export const contractMoves: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['open', 'cancelled', 'expired'],
  open: ['closed'],
  closed: [],
  cancelled: [],
  expired: [],
}

/** The two prices of a quote that filling needs. */
export interface TwoPrices {
  readonly buyPrice: Price
  readonly sellPrice: Price
}

/**
 * Returns the opening price: buys open at the ask, sells at the bid (rulebook, Contracts). Takes no identity, so every customer
 * is filled alike (trust T7).
 */
export const openingPrice = (direction: Direction, quote: TwoPrices): Price =>
  direction === 'buy' ? quote.buyPrice : quote.sellPrice

/** Returns the closing price: buys close at the bid, sells at the ask (rulebook, Contracts). Takes no identity (trust T7). */
export const closingPrice = (direction: Direction, quote: TwoPrices): Price =>
  direction === 'buy' ? quote.sellPrice : quote.buyPrice

/** The part of a position that its profit depends on. */
export interface Holding {
  readonly direction: Direction
  readonly lots: Lots
  readonly openPrice: Price
}
