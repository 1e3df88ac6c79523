import { divide, type Price, roundHalfEven } from '@candor/money'
import type { Direction } from '../../orders/contract.ts'

/** One unit of slippage is 10^-8 of the price: a ten-thousandth of a basis point. */
export const slippageUnit = 100_000_000n
/** Decimal places of slippage in basis points. */
export const slippageDecimals = 4

/** A fill and the price it is measured against. */
export interface MeasuredFill {
  /** Side that was traded: a bought position is closed by a sell. */
  readonly side: Direction
  /**
   * The order's own price at the newest quote that could fill it when the request arrived; of an order that waited for its level, and of
   * a stop loss, take profit or trailing stop: the level.
   */
  readonly reference: Price
  readonly price: Price
}

/**
 * Returns the slippage of a fill, positive in the customer's favour:
 *
 *     buy:  slippage = (reference − price) ÷ reference
 *     sell: slippage = (price − reference) ÷ reference
 *
 * in units of 10^-8, rounded half to even, the same in both directions.
 */
export function slippageOf({ side, reference, price }: MeasuredFill): bigint {
  const gained = side === 'buy' ? reference - price : price - reference
  return divide(gained * slippageUnit, reference, roundHalfEven)
}

/** Reports for whom a fill slipped, by its exact prices: also where the rounded slippage is zero. */
export function slippedFor({ side, reference, price }: MeasuredFill): 'customer' | 'house' | null {
  if (price === reference) return null
  return price < reference === (side === 'buy') ? 'customer' : 'house'
}
