import type { Option } from '@candor/contract'
import { csvText } from '../orders/orders-csv.ts'

/** The option entity's fields, the order's first as the calls page has them: the columns of the download. */
export const optionFields = [
  'id',
  'orderNo',
  'type',
  'code',
  'direction',
  'periodSeconds',
  'amount',
  'payoutRate',
  'breakEvenWinRate',
  'openPrice',
  'closePrice',
  'lastPrice',
  'fee',
  'swap',
  'profit',
  'status',
  'result',
  'refundReason',
  'closeReason',
  'source',
  'createdAt',
  'openedAt',
  'closedAt',
  'expiresAt',
  'mode',
] as const satisfies (keyof Option)[]
export type OptionFieldName = (typeof optionFields)[number]

/** The loaded options as CSV; amounts and times exactly as on the wire. */
export const optionsCsv = (options: readonly Option[], heading: (field: OptionFieldName) => string): string =>
  csvText(optionFields, options, heading)
