import type { ContractOrder } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { CallFailure } from '../../session/calls/failure.ts'

/** Cancels one order with its own key; throws a `CallFailure` where it was not. */
export type CancelOrder = (id: string) => Promise<unknown>

export interface CancelledOrders {
  readonly cancelled: number
  /** Filled or ended before it was their turn. */
  readonly refused: number
  /** Ended the run: no response, or too many calls. The orders after it still wait. */
  readonly failure: Error | null
}

/** Reports whether the order waits no more; whatever else went wrong would go wrong with the next one too. */
const isGone = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === refusals.notFound

/** Cancels orders one after another, until all were tried or one could not be. */
export async function cancelOrders(
  orders: readonly Pick<ContractOrder, 'id'>[],
  cancel: CancelOrder,
): Promise<CancelledOrders> {
  let [cancelled, refused] = [0, 0]
  for (const { id } of orders) {
    try {
      await cancel(id)
      cancelled += 1
    } catch (failure) {
      if (!isGone(failure)) return { cancelled, refused, failure: failure as Error }
      refused += 1
    }
  }
  return { cancelled, refused, failure: null }
}
