import type { Price } from '@candor/money'
import type { QuoteExtremes } from '../markets/quote-range.ts'
import type { Direction } from './contract.ts'
import { type EntryKind, entryFalls } from './pending-entry.ts'
import { trailingLevel } from './trailing.ts'

/** What an order watches: which side of the quote, and whether that side has to fall or rise to the level. */
export interface Watched {
  readonly side: 'bid' | 'ask'
  readonly falls: boolean
}

/** Exits look at the price a close would get, the other side than the opening. Source: rulebook, Contracts. */
export const watchedByExit = (
  direction: Direction,
  exit: 'stopLoss' | 'takeProfit' | 'trailing',
): Watched => ({
  side: direction === 'buy' ? 'bid' : 'ask',
  falls: (direction === 'buy') === (exit !== 'takeProfit'),
})

/** A waiting order looks at the price it would open at. */
export const watchedByEntry = (direction: Direction, kind: EntryKind): Watched => ({
  side: direction === 'buy' ? 'ask' : 'bid',
  falls: entryFalls(direction, kind),
})

/** Half of the tariff's spread as it moves a quote's side to the order's own price; the odd unit falls to the ask. */
export function ownPrice(side: Watched['side'], price: Price, spreadAdded: Price): Price {
  const half = spreadAdded / 2n
  return (side === 'bid' ? price - half : price + spreadAdded - half) as Price
}

export const reaches = (price: Price, level: Price, falls: boolean): boolean =>
  falls ? price <= level : price >= level

/** The furthest a range went toward a level, on the side that is watched. */
export function furthest(extremes: QuoteExtremes, { side, falls }: Watched): Price {
  if (side === 'bid') return falls ? extremes.bidLow : extremes.bidHigh
  return falls ? extremes.askLow : extremes.askHigh
}

/**
 * Follows a trailing stop through a range: its best price after it, and whether the stop was reached inside. Exact, not a
 * bound: the furthest fall below the best so far is either below the best before, or below one inside (`bidFall`).
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
