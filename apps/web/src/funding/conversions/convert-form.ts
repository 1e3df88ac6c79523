import { Amount, type AssetCode } from '@candor/money'

export interface ConvertForm {
  readonly from: AssetCode
  readonly to: AssetCode
  readonly amount: string
}

export type ConvertProblem =
  | { readonly reason: 'required' | 'notAnAmount' }
  | { readonly reason: 'funds'; readonly limit: string }

/** Finds the problem of an amount before a price is requested; null: none. */
export function convertProblem(form: ConvertForm, available: string | null): ConvertProblem | null {
  if (form.amount.trim() === '') return { reason: 'required' }
  const amount = Amount.parse(form.from, form.amount.trim())
  if (amount === null || !amount.isPositive()) return { reason: 'notAnAmount' }
  const most = available === null ? null : Amount.parse(form.from, available)
  if (most !== null && amount.compare(most) > 0) return { reason: 'funds', limit: most.toString() }
  return null
}

/** Chooses another coin to give or to receive; choosing the other side's coin swaps the two. An amount of another coin is cleared. */
export function chooseCoin(form: ConvertForm, side: 'from' | 'to', coin: AssetCode): ConvertForm {
  const other = side === 'from' ? 'to' : 'from'
  const next = { ...form, ...(form[other] === coin ? { [other]: form[side] } : {}), [side]: coin }
  return next.from === form.from ? next : { ...next, amount: '' }
}
