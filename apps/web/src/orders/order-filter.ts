import type { ContractOrder } from '@candor/contract'

/** What is left of a list: by a piece of the market's code or the order's number, and how many days back. */
export interface OrderFilter {
  readonly sought: string
  /** Null: all time. */
  readonly days: number | null
}

export const everything: OrderFilter = { sought: '', days: null }
export const periodDays: readonly (number | null)[] = [null, 1, 7, 30, 90]

type Filtered = Pick<ContractOrder, 'code' | 'orderNo' | 'createdAt' | 'openedAt' | 'closedAt'>

/** Orders whose last change of state lies within the period; upper and lower case are one. */
export function filterOrders<T extends Filtered>(
  orders: readonly T[],
  { sought, days }: OrderFilter,
  nowMs: number,
): readonly T[] {
  const piece = sought.trim().toLowerCase()
  const since = days === null ? 0 : nowMs - days * 86_400_000
  return orders.filter(
    (order) =>
      Date.parse(order.closedAt ?? order.openedAt ?? order.createdAt) >= since &&
      (order.code.toLowerCase().includes(piece) || order.orderNo.toLowerCase().includes(piece)),
  )
}
