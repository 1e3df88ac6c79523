import { divide, type Price, roundDown, roundUp } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { Market } from './market.ts'

// A new fee on an order begins at `MarketTerms`; any other fee begins in packages/contract/src/fees/operator-set-fees.ts, a limit in operator-set-limits.ts.

/** Cost and leverage of trading in a market: the part of its rule set that an operator can change for new orders. */
export type MarketTerms = Pick<
  Market,
  'commissionRate' | 'spreadAdded' | 'swapLong' | 'swapShort' | 'leverageMax'
>

/** Prices of one quote for a seller and for a buyer. */
interface Sides {
  readonly sellPrice: Price
  readonly buyPrice: Price
}

/** Extracts the terms from a market. */
export const marketTerms = (market: Market): MarketTerms => ({
  commissionRate: market.commissionRate,
  spreadAdded: market.spreadAdded,
  swapLong: market.swapLong,
  swapShort: market.swapShort,
  leverageMax: market.leverageMax,
})

/**
 * Returns the listed market under other terms. The board's quotes carry the listed spread for everyone. `shift` is the amount
 * by which this order's selling price is lower and its buying price higher, in 10^-10.
 */
export function withTerms(listed: Market, terms: Partial<MarketTerms>): Market {
  const market = { ...listed, ...terms }
  const half = (one: Market, rounding: typeof roundUp | typeof roundDown) =>
    divide(one.spreadAdded, 2n, rounding)
  const shift = {
    sell: half(market, roundDown) - half(listed, roundDown),
    buy: half(market, roundUp) - half(listed, roundUp),
  }
  const { shift: _none, ...plain } = market
  return shift.sell === 0n && shift.buy === 0n ? plain : { ...plain, shift }
}

/** Adjusts a board quote to the market terms of an order (trust T18). */
export function ownPrices<Q extends Sides>({ shift }: Pick<Market, 'shift'>, quote: Q): Q {
  if (shift === undefined) return quote
  return {
    ...quote,
    sellPrice: (quote.sellPrice - shift.sell) as Price,
    buyPrice: (quote.buyPrice + shift.buy) as Price,
  }
}

/** Converts a level of such an order to the scale of the board's quotes. */
export const onBoard = ({ shift }: Pick<Market, 'shift'>, side: 'sell' | 'buy', level: Price): Price => {
  if (shift === undefined) return level
  return (side === 'sell' ? level + shift.sell : level - shift.buy) as Price
}

/** Computes the home page's "below 0.3 %": the commission of both sides and the added spread together, in 10^-12 of the notional. */
const feesBelow = 3_000_000_000n
/** A tenth of a percent a night, in either direction. */
const swapMost = 1_000_000_000n
const rateUnit = 10n ** 12n

/**
 * Checks the terms and refuses with `invalidInput` and the fields at fault: leverage above the listed cap (EU retail
 * rules) or below 1; a commission, spread or swap out of bounds; or both commissions with the added spread at or above
 * 0.3 % of the price (rulebook, Markets). `mid` is the current price against which the spread is measured; null when
 * there is none.
 */
export function decideTerms(listed: Market, terms: MarketTerms, mid: Price | null): Decision<MarketTerms> {
  const issues: { path: string; code: string }[] = []
  const issue = (path: keyof MarketTerms, code: string, wrong: boolean) => {
    if (wrong) issues.push({ path, code })
  }
  const { commissionRate, spreadAdded, leverageMax } = terms
  issue('leverageMax', 'above-cap', leverageMax > listed.leverageMax)
  issue('leverageMax', 'not-whole', !Number.isInteger(leverageMax) || leverageMax < 1)
  issue('commissionRate', 'below-zero', commissionRate < 0n)
  issue('spreadAdded', 'below-zero', spreadAdded < 0n)
  for (const side of ['swapLong', 'swapShort'] as const)
    issue(side, 'too-high', terms[side] > swapMost || terms[side] < -swapMost)
  const spreadShare = mid === null || mid <= 0n ? 0n : divide(spreadAdded * rateUnit, mid, roundUp)
  issue('commissionRate', 'above-0.3', 2n * commissionRate + spreadShare >= feesBelow)
  return issues.length === 0 ? accept(terms) : refuse('invalidInput', { issues })
}

/** Compares exactly, to the last unit. */
export const sameTerms = (left: MarketTerms, right: MarketTerms): boolean =>
  left.commissionRate === right.commissionRate &&
  left.spreadAdded === right.spreadAdded &&
  left.swapLong === right.swapLong &&
  left.swapShort === right.swapShort &&
  left.leverageMax === right.leverageMax

/** Checks that no term is better for a customer than before: leverage and swap not higher, what they pay not lower. */
export const areWorse = (before: MarketTerms, after: MarketTerms): boolean =>
  after.leverageMax <= before.leverageMax &&
  after.swapLong <= before.swapLong &&
  after.swapShort <= before.swapShort &&
  after.commissionRate >= before.commissionRate &&
  after.spreadAdded >= before.spreadAdded
