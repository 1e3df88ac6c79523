import { type Price, parsePrice, writePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import type { Direction } from '@candor/rules/orders/contract.ts'

type Ticks = Pick<Market, 'tickSize' | 'digits'>

/**
 * Slippage in tenths of a percent of the quoted price, on the tick grid, at least one tick: beyond it the order is not filled
 * (`slippageExceeded`).
 */
export function slippageFor(quoted: string, market: Ticks, tenths: number): string | null {
  const price = parsePrice(quoted)
  return price === null ? null : writePrice(distanceOf(price, market, tenths), market.digits)
}

function distanceOf(price: Price, { tickSize }: Ticks, tenths: number): Price {
  const ticks = (price * BigInt(tenths)) / 1000n / tickSize
  return ((ticks < 1n ? 1n : ticks) * tickSize) as Price
}

interface Quoted {
  readonly shown: Price
  /** The price that the server stands by. */
  readonly quoted: string
  readonly direction: Direction
}

/**
 * Slippage that is left of the one allowed from the price shown, once the server quotes another; null where that is worse by more.
 */
export function slippageLeft(
  { shown, quoted, direction }: Quoted,
  market: Ticks,
  tenths: number,
): string | null {
  const price = parsePrice(quoted)
  if (price === null) return null
  const worse = direction === 'buy' ? price - shown : shown - price
  const left = distanceOf(shown, market, tenths) - worse
  return left < 0n ? null : writePrice(left as Price, market.digits)
}
