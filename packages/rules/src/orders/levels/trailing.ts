import type { Price } from '@candor/money'
import { accept, type Decision, refuse } from '../../decision.ts'
import { highestLevel, highestPrice } from '../../markets/price-limits.ts'
import type { Direction } from '../contract.ts'

/** Largest distance of a trailing stop at this closing price; null: the market has no price. */
export const largestDistance = (closeNow: Price | null): Price =>
  closeNow === null ? highestPrice : highestLevel(closeNow)

/**
 * Refuses with `stopLossInvalid` a trailing stop nearer than a tick or farther than `largestDistance`, since it is a stop loss that
 * moves. Null: none. Source: rulebook, Markets.
 */
export function decideTrailing(
  trailing: Price | null,
  tick: Price,
  closeNow: Price | null,
): Decision<Price | null> {
  const fits = trailing === null || (trailing >= tick && trailing <= largestDistance(closeNow))
  return fits ? accept(trailing) : refuse('stopLossInvalid')
}

/**
 * Level of a trailing stop: its distance from the best closing price since it was set, which for a buy is the highest
 * and for a sell the lowest.
 */
export const trailingLevel = (direction: Direction, best: Price, distance: Price): Price =>
  (direction === 'buy' ? best - distance : best + distance) as Price
