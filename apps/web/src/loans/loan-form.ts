import type { LoanProduct } from '@candor/contract'
import { Amount, parseRate, parseUsdt, type Rate, writeRate } from '@candor/money'
import { annualPercentageRate } from '@candor/rules/loans/annual-rate.ts'
import { comingInterestMinor, type LoanTerms, loanSchedule } from '@candor/rules/loans/loan.ts'

/** Fields of a loan request; the amount as typed, in USDT. */
export interface LoanForm {
  readonly amount: string
  readonly days: number | null
}

export type LoanField = 'amount' | 'days' | 'form'
export type LoanReason = 'required' | 'notAnAmount' | 'below' | 'above' | 'limit'

export interface LoanProblem {
  readonly field: 'amount'
  readonly reason: LoanReason
  /** The bound that was exceeded, a decimal text in USDT. */
  readonly limit?: string
}

/** Cost of a loan, as decimal texts in USDT and rates as fractions. */
export interface LoanFigures {
  readonly amount: string
  readonly days: number
  readonly interest: string
  readonly total: string
  readonly apr: string
  /** Cost of a day after the free ones. */
  readonly perDay: string
  /** Amount that repays the whole loan at the end of each day, for drawing. */
  readonly owed: readonly number[]
}

export const usdtOf = (minor: bigint): string => new Amount('USDT', minor).toString()
const rateOf = (text: string): Rate => parseRate(text) ?? (0n as Rate)

const termsOf = (product: LoanProduct, amountMinor: bigint): LoanTerms => ({
  amountMinor,
  days: product.days,
  freeDays: product.freeDays,
  dailyRate: rateOf(product.dailyRate),
  overdueRate: rateOf(product.overlayRate),
})

/** Computes the figures by the server's own rules; null while amount or term would be refused. */
export function loanFigures(form: LoanForm, products: readonly LoanProduct[]): LoanFigures | null {
  const product = products.find(({ days }) => days === form.days)
  const amountMinor = parseUsdt(form.amount.trim())
  if (product === undefined || amountMinor === null || amountProblem(form, product, null) !== null)
    return null
  const terms = termsOf(product, amountMinor)
  const interestMinor = comingInterestMinor(terms, amountMinor)
  const totalMinor = amountMinor + interestMinor
  const schedule = loanSchedule(terms)
  return {
    amount: usdtOf(amountMinor),
    days: product.days,
    interest: usdtOf(interestMinor),
    total: usdtOf(totalMinor),
    apr: writeRate(annualPercentageRate(amountMinor, totalMinor, product.days)),
    perDay: usdtOf(schedule.at(-1)?.interestMinor ?? 0n),
    owed: schedule.map(({ owedMinor }) => Number(owedMinor)),
  }
}

/** Finds the problems of a request; `left` is the amount the customer may still borrow, null while unknown. */
export function loanProblems(
  form: LoanForm,
  products: readonly LoanProduct[],
  left: string | null,
): readonly LoanProblem[] {
  const product = products.find(({ days }) => days === form.days) ?? products[0]
  if (product === undefined) return []
  const amount = amountProblem(form, product, left)
  return amount === null ? [] : [amount]
}

function amountProblem(form: LoanForm, product: LoanProduct, left: string | null): LoanProblem | null {
  if (form.amount.trim() === '') return { field: 'amount', reason: 'required' }
  const minor = parseUsdt(form.amount.trim())
  if (minor === null) return { field: 'amount', reason: 'notAnAmount' }
  if (minor < (parseUsdt(product.minAmount) ?? 0n))
    return { field: 'amount', reason: 'below', limit: product.minAmount }
  if (minor > (parseUsdt(product.tier2Most) ?? 0n))
    return { field: 'amount', reason: 'above', limit: product.tier2Most }
  if (left !== null && minor > (parseUsdt(left) ?? 0n))
    return { field: 'amount', reason: 'limit', limit: left }
  return null
}

export type RepayReason = 'required' | 'notAnAmount' | 'owed' | 'funds'

/** Finds the problem of a repayment; null: none. */
export function repayProblem(
  amount: string,
  owed: string,
  available: string | null,
): { readonly reason: RepayReason; readonly limit: string } | null {
  if (amount.trim() === '') return { reason: 'required', limit: '' }
  const minor = parseUsdt(amount.trim())
  if (minor === null || minor <= 0n) return { reason: 'notAnAmount', limit: '' }
  if (minor > (parseUsdt(owed) ?? 0n)) return { reason: 'owed', limit: owed }
  if (available !== null && minor > (parseUsdt(available) ?? 0n)) return { reason: 'funds', limit: available }
  return null
}
