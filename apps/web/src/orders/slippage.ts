import { type Price, parsePrice, writePrice } from '@candor/money'
import type { Market } from '@candor/rules'

/** Thousandths of the quoted price that a fill may be worse than what was shown. */
const tolerated = 2n

/** 0.2 % of the quoted price on the market's tick grid, at least one tick: further away the order is not filled (11043). */
export function slippageFor(quoted: string, market: Pick<Market, 'tickSize' | 'digits'>): string | null {
  const price = parsePrice(quoted)
  if (price === null) return null
  const ticks = (price * tolerated) / 1000n / market.tickSize
  return writePrice(((ticks < 1n ? 1n : ticks) * market.tickSize) as Price, market.digits)
}
