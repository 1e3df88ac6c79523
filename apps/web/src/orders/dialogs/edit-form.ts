import type { ContractOrder } from '@candor/contract'
import type { Market } from '@candor/rules'
import { closingPrice, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { entryQuote } from '../order-form/order-levels.ts'
import {
  entryProblem,
  levelProblem,
  type OrderProblem,
  trailingProblem,
} from '../order-form/order-problems.ts'

/** Editable fields of an order. */
export const editFields = ['price', 'stopLoss', 'takeProfit', 'trailing'] as const
export type EditField = (typeof editFields)[number]
export type EditForm = Readonly<Record<EditField, string>>

type Edited = Pick<ContractOrder, EditField | 'kind' | 'direction' | 'status'>

/** An order, and the form that changes it. */
export interface OrderEdit {
  readonly order: Edited
  readonly form: EditForm
}

/** The order's current values, replaced by those of a drag on the chart. */
export const startEdit = (order: Edited, wished: Partial<EditForm> = {}): EditForm => ({
  price: order.price ?? '',
  stopLoss: order.stopLoss ?? '',
  takeProfit: order.takeProfit ?? '',
  trailing: order.trailing ?? '',
  ...wished,
})

/** Lists the editable fields: the price only while the order waits. */
export const fieldsOf = ({ status }: Pick<Edited, 'status'>): readonly EditField[] =>
  status === 'pending' ? editFields : editFields.filter((field) => field !== 'price')

/** The prices from which its levels are measured: the current ones, or those of a waiting order's price. */
export const editQuote = ({ order, form }: OrderEdit, now: TwoPrices | null): TwoPrices | null =>
  now !== null && order.status === 'pending' ? entryQuote({ ...order, price: form.price }, now) : now

/** Finds the problem of a changed field; an unchanged one is not checked again. */
export function editProblem(
  field: EditField,
  edit: OrderEdit,
  market: Pick<Market, 'tickSize' | 'digits'>,
  now: TwoPrices | null,
): OrderProblem | null {
  const { order, form } = edit
  if (form[field].trim() === (order[field] ?? '')) return null
  if (field === 'price') return entryProblem({ ...order, price: form.price }, market, now)
  const { direction } = order
  if (field === 'trailing') return trailingProblem(form.trailing, market, now && closingPrice(direction, now))
  const quote = editQuote(edit, now)
  const targetPrice = order.status === 'pending' ? openingPrice : closingPrice
  const from = quote && { closing: closingPrice(direction, quote), target: targetPrice(direction, quote) }
  return levelProblem(field, { ...form, direction, protected: false }, market, from)
}

/** The changes to send: fields that differ, with null for one that was cleared. */
export function changesOf({ order, form }: OrderEdit): Partial<Record<EditField, string | null>> {
  const changed = fieldsOf(order).filter((field) => form[field].trim() !== (order[field] ?? ''))
  return Object.fromEntries(changed.map((field) => [field, form[field].trim() || null]))
}
