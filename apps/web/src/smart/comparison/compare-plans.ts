import type { SmartProductItem } from '@candor/contract'
import { type PlanFigures, planFigures, planProblems } from '../ticket/plan-form.ts'

/** Amount that the comparison starts with, in USDT. */
export const firstAmount = '1000'

/** Reason why a product has no figures for an amount and a term. */
export type NoFigures = 'term' | 'amount' | 'below' | 'above'

/** One column of the comparison. */
export interface ComparedPlan {
  readonly product: SmartProductItem
  readonly figures: PlanFigures | null
  readonly noFigures: NoFigures | null
}

/** Lists the terms that any of the products has, the shortest first. */
export const termsOf = (products: readonly SmartProductItem[]): readonly number[] =>
  [...new Set(products.flatMap(({ timeframes }) => timeframes.map(({ days }) => days)))].sort((a, b) => a - b)

/** Computes what each product would pay for one amount and term, by the server's own rule; in the server's order. */
export const comparePlans = (
  products: readonly SmartProductItem[],
  { amount, days }: { readonly amount: string; readonly days: number | null },
  nowMs: number,
): readonly ComparedPlan[] =>
  products.map((product) => {
    const form = { productId: product.id, days, amount }
    const figures = planFigures(form, product, nowMs)
    return { product, figures, noFigures: figures === null ? reasonOf(form, product) : null }
  })

function reasonOf(form: Parameters<typeof planProblems>[0], product: SmartProductItem): NoFigures {
  const problems = planProblems(form, product, { heldProducts: new Set(), available: null })
  if (problems.some(({ field }) => field === 'days')) return 'term'
  const reason = problems.find(({ field }) => field === 'amount')?.reason
  return reason === 'below' || reason === 'above' ? reason : 'amount'
}
