import type { ListedOrder, Option, Plan, PlanOrder } from '@candor/contract'

export const isOption = (order: ListedOrder): order is Option => order.type === 'options'
export const isPlan = (order: ListedOrder): order is PlanOrder => order.type === 'smart'

/** Path of an order's own page. */
export function orderPath(order: ListedOrder): string {
  if (isPlan(order)) return `/trading/plans/${order.id}`
  return isOption(order) ? `/profile/options/${order.id}` : `/profile/orders/${order.id}`
}

/** The state of a plan in the plan's own terms. */
export function planState({ status, closeReason }: PlanOrder): Plan['status'] {
  if (status === 'open') return 'earning'
  return closeReason === 'user' ? 'exited' : 'completed'
}
