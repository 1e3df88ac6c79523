import type { ContractOrder } from '@candor/contract'

/** The order entity's fields in the calls page's order: the columns of the download. */
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

/** A cell that starts like a formula would be run by a spreadsheet; a quote in front makes it a text. Numbers stay numbers. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const safe = /^[=+@\t\r]/.test(text) || /^-(?!\d)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with a header of the given names; amounts and times exactly as on the wire. */
export function csvText<Field extends string>(
  fields: readonly Field[],
  rows: readonly Readonly<Record<Field, string | number | null>>[],
  heading: (field: Field) => string = (field) => field,
): string {
  const lines = rows.map((row) => fields.map((field) => cell(row[field])))
  return [fields.map((field) => cell(heading(field))), ...lines]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
}

export const ordersCsv = (
  orders: readonly ContractOrder[],
  heading?: (field: OrderFieldName) => string,
): string => csvText(orderFields, orders, heading)
