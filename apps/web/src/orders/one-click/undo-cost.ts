import { usdt, writeUsdt } from '@candor/money'
import type { CloseEstimate } from '../dialogs/live-profit.ts'

/** Result of undoing an order now, in USDT as decimal texts; negative where it costs. */
export interface UndoCost {
  /** The spread, and what the price moved since. */
  readonly price: string
  /** Both commissions, as they count in the sum. */
  readonly commission: string
  readonly net: string
}

/** Adds up what closing again brings: the opening commission was paid, the closing one is of the present price. Exact. */
export function undoCost(feePaid: string, { profit, commission }: CloseEstimate): UndoCost {
  const price = usdt(profit).minor
  const paid = usdt(feePaid).plus(usdt(commission)).minor
  return { price: writeUsdt(price), commission: writeUsdt(-paid), net: writeUsdt(price - paid) }
}
