import type { ContractOrder } from '@candor/contract'

/** The order entity's fields in the calls page's order. */
export const orderFields = [
  'id',
  'orderNo',
  'type',
  'code',
  'direction',
  'kind',
  'lots',
  'leverage',
  'margin',
  'price',
  'openPrice',
  'closePrice',
  'lastPrice',
  'stopLoss',
  'takeProfit',
  'trailing',
  'fee',
  'swap',
  'profit',
  'status',
  'closeReason',
  'createdAt',
  'openedAt',
  'closedAt',
  'expiresAt',
  'mode',
  'partOf',
] as const satisfies (keyof ContractOrder)[]
export type OrderFieldName = (typeof orderFields)[number]
