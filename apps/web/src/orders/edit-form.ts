import type { ContractOrder } from '@candor/contract'
import type { Market } from '@candor/rules'
import { closingPrice, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { entryQuote } from './order-levels.ts'
import { entryProblem, levelProblem, type OrderProblem, trailingProblem } from './order-problems.ts'

/** What can be changed of an order: the price it waits for, its stop loss, its target, its following stop. */
export const editFields = ['price', 'stopLoss', 'takeProfit', 'trailing'] as const
export type EditField = (typeof editFields)[number]
export type EditForm = Readonly<Record<EditField, string>>

type Edited = Pick<ContractOrder, EditField | 'kind' | 'direction' | 'status'>

/** The order as it stands, with what a drag on the chart wished for instead. */
export const startEdit = (order: Edited, wished: Partial<EditForm> = {}): EditForm => ({
  price: order.price ?? '',
  stopLoss: order.stopLoss ?? '',
  takeProfit: order.takeProfit ?? '',
  trailing: order.trailing ?? '',
  ...wished,
})

/** An open order's price is history; only a waiting one's can be changed. */
export const fieldsOf = ({ status }: Pick<Edited, 'status'>): readonly EditField[] =>
  status === 'pending' ? editFields : editFields.filter((field) => field !== 'price')

/** The prices its levels are measured at: those of now, or of the price a waiting order waits for. */
export const editQuote = (order: Edited, form: EditForm, now: TwoPrices | null): TwoPrices | null =>
  now !== null && order.status === 'pending' ? entryQuote({ ...order, price: form.price }, now) : now

/** What is wrong with a field that was changed; what stands already is not judged again. */
export function editProblem(
  field: EditField,
  order: Edited,
  form: EditForm,
  market: Pick<Market, 'tickSize' | 'digits'>,
  now: TwoPrices | null,
): OrderProblem | null {
  if (form[field].trim() === (order[field] ?? '')) return null
  if (field === 'price') return entryProblem({ ...order, price: form.price }, market, now)
  if (field === 'trailing') return trailingProblem(form.trailing, market)
  const quote = editQuote(order, form, now)
  const from = order.status === 'pending' ? openingPrice : closingPrice
  const asked = { ...form, direction: order.direction, protected: false }
  return levelProblem(field, asked, market, quote, quote && from(order.direction, quote))
}

/** What the server is asked to change: what differs, null for what was taken out; the price of what waits stays one. */
export function changesOf(order: Edited, form: EditForm): Partial<Record<EditField, string | null>> {
  const changed = fieldsOf(order).filter((field) => form[field].trim() !== (order[field] ?? ''))
  return Object.fromEntries(changed.map((field) => [field, form[field].trim() || null]))
}
