import type { Plan } from '@candor/contract'
import { csvText } from '../orders/orders-csv.ts'

/** The plan entity's fields in the calls page's order: the columns of the download. */
export const planFields = [
  'id',
  'orderNo',
  'productId',
  'productName',
  'days',
  'amount',
  'dailyYield',
  'startedAt',
  'expiresAt',
  'nextEarningAt',
  'runDays',
  'todayEarnings',
  'totalRevenue',
  'sharedDays',
  'periodProfit',
  'currentInterest',
  'penalty',
  'promised',
  'status',
  'closedAt',
] as const satisfies (keyof Plan)[]
export type PlanFieldName = (typeof planFields)[number]

/** The loaded plans as CSV; amounts and times exactly as on the wire. */
export const plansCsv = (plans: readonly Plan[], heading: (field: PlanFieldName) => string): string =>
  csvText(planFields, plans, heading)
