import { type Price, parsePrice, writePrice } from '@candor/money'
import type { Market } from '@candor/rules'

/**
 * Slippage in tenths of a percent of the quoted price, on the tick grid, at least one tick: beyond it the order is not filled
 * (`slippageExceeded`).
 */
export function slippageFor(
  quoted: string,
  market: Pick<Market, 'tickSize' | 'digits'>,
  tenths: number,
): string | null {
  const price = parsePrice(quoted)
  if (price === null) return null
  const ticks = (price * BigInt(tenths)) / 1000n / market.tickSize
  return writePrice(((ticks < 1n ? 1n : ticks) * market.tickSize) as Price, market.digits)
}
