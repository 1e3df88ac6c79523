import { divide, type Price, roundDown, roundUp } from '@candor/money'
import type { Market } from './market.ts'

/**
 * Adds half of the market's added spread to each side of the raw quote (rulebook, Contracts).
 * Half of an odd number of 10^-10 units: the sell side gives up the smaller half, the buy side pays the larger, so
 * the two always add up to the added spread.
 */
export function withAddedSpread(
  market: Pick<Market, 'spreadAdded'>,
  bid: Price,
  ask: Price,
): { sellPrice: Price; buyPrice: Price } {
  return {
    sellPrice: (bid - divide(market.spreadAdded, 2n, roundDown)) as Price,
    buyPrice: (ask + divide(market.spreadAdded, 2n, roundUp)) as Price,
  }
}
