import type { Price } from '@candor/money'
import { accept, type Decision, refuse } from '../../decision.ts'
import { highestLevel } from '../../markets/price-limits.ts'
import { type Direction, openingPrice, type TwoPrices } from '../contract.ts'

/** Entry of a resting order: at its price or better (limit), or at its price or worse (stop). */
export type EntryKind = 'limit' | 'stop'

/** Reports whether an entry waits for the opening price to fall to its level: a buy limit and a sell stop do. */
export const entryFalls = (direction: Direction, kind: EntryKind): boolean =>
  (direction === 'buy') === (kind === 'limit')

/**
 * Refuses with `triggerPriceInvalid` unless the level is on its own side of the current opening price, by at least one tick:
 * below it for an entry that waits for a fall, above it and at most at `highestLevel` for one that waits for a rise. Source: rulebook,
 * Contracts and Markets.
 */
export function decideEntryPrice(
  entry: { readonly direction: Direction; readonly kind: EntryKind; readonly price: Price | null },
  quote: TwoPrices,
  tick: Price,
): Decision<Price> {
  if (entry.price === null) return refuse('triggerPriceInvalid')
  const now = openingPrice(entry.direction, quote)
  const right = entryFalls(entry.direction, entry.kind)
    ? entry.price <= now - tick
    : entry.price >= now + tick && entry.price <= highestLevel(now)
  return right ? accept(entry.price) : refuse('triggerPriceInvalid')
}

/**
 * The quote at which a resting order would fill exactly at its level, with the current spread: the basis of its exits,
 * and of its margin and commission before it fills.
 */
export function quoteAtEntry(direction: Direction, level: Price, quote: TwoPrices): TwoPrices {
  const spread = quote.buyPrice - quote.sellPrice
  return direction === 'buy'
    ? { buyPrice: level, sellPrice: (level - spread) as Price }
    : { sellPrice: level, buyPrice: (level + spread) as Price }
}
