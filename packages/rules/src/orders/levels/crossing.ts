import type { Price } from '@candor/money'
import type { QuoteExtremes } from '../../markets/stored/quote-range.ts'
import type { Direction } from '../contract.ts'
import { type EntryKind, entryFalls } from './pending-entry.ts'
import { trailingLevel } from './trailing.ts'

/** A watched price: the side of the quote, and the direction in which it reaches the level. */
export interface Watched {
  readonly side: 'bid' | 'ask'
  readonly falls: boolean
}

/** Exits watch the price of a close, on the other side than the opening. Source: rulebook, Contracts. */
export const watchedByExit = (
  direction: Direction,
  exit: 'stopLoss' | 'takeProfit' | 'trailing',
): Watched => ({
  side: direction === 'buy' ? 'bid' : 'ask',
  falls: (direction === 'buy') === (exit !== 'takeProfit'),
})

/** A waiting order watches the price at which it would open. */
export const watchedByEntry = (direction: Direction, kind: EntryKind): Watched => ({
  side: direction === 'buy' ? 'ask' : 'bid',
  falls: entryFalls(direction, kind),
})

/** Applies half of the added spread to a side of the quote; the odd unit goes to the ask. */
export function ownPrice(side: Watched['side'], price: Price, spreadAdded: Price): Price {
  const half = spreadAdded / 2n
  return (side === 'bid' ? price - half : price + spreadAdded - half) as Price
}

/** Reports whether a price is at the level or beyond it, in the direction that is watched. */
export const reaches = (price: Price, level: Price, falls: boolean): boolean =>
  falls ? price <= level : price >= level

/** The extreme of a range toward a level, on the watched side. */
export function furthest(extremes: QuoteExtremes, { side, falls }: Watched): Price {
  if (side === 'bid') return falls ? extremes.bidLow : extremes.bidHigh
  return falls ? extremes.askLow : extremes.askHigh
}

/**
 * Follows a trailing stop through a range: returns its best price after it, and if the stop was reached inside. Exact,
 * not a bound: the furthest fall below the best so far is either below the best before, or below one inside
 * (`bidFall`).
 */
export function followTrailing(
  direction: Direction,
  best: Price,
  distance: Price,
  extremes: QuoteExtremes,
): { readonly best: Price; readonly reached: boolean } {
  const buys = direction === 'buy'
  const against = buys ? extremes.bidLow : extremes.askHigh
  const inside = buys ? extremes.bidFall : extremes.askRise
  const reached = inside >= distance || reaches(against, trailingLevel(direction, best, distance), buys)
  const beyond = buys ? extremes.bidHigh : extremes.askLow
  const isBetter = buys ? beyond > best : beyond < best
  return { best: isBetter ? beyond : best, reached }
}
