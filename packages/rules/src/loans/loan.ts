import { divide, exactRate, type Rate, roundHalfEven } from '@candor/money'

/** A loan is charged once per this period, counted from the moment it was paid out, independent of the calendar. */
export const loanDayMs = 86_400_000

/** Agreed terms of a loan; they never change (trust T18). Amounts in USDT's smallest unit. */
export interface LoanTerms {
  readonly amountMinor: bigint
  readonly days: number
  /** Number of first days without interest. */
  readonly freeDays: number
  /** Share of the outstanding principal, a day. */
  readonly dailyRate: Rate
  /** Share of the overdue amount, a day; replaces the daily rate once the loan is due. */
  readonly overdueRate: Rate
}

/** Outstanding debt, in USDT's smallest unit. */
export interface LoanDebt {
  readonly principalMinor: bigint
  readonly interestMinor: bigint
  /** Charges for late payment. */
  readonly overdueMinor: bigint
}

/** Charge for one day; nothing on a free day. */
export interface LoanCharge {
  readonly kind: 'free' | 'interest' | 'overdue'
  /** Amount to which the rate was applied. */
  readonly baseMinor: bigint
  readonly minor: bigint
}

const shareOf = (minor: bigint, share: Rate): bigint => {
  const { numerator, denominator } = exactRate(share)
  return divide(minor * numerator, denominator, roundHalfEven)
}

/** Returns the total debt in USDT's smallest unit: principal, interest and overdue charges. */
export const owedMinor = ({ principalMinor, interestMinor, overdueMinor }: LoanDebt): bigint =>
  principalMinor + interestMinor + overdueMinor

/** End of day `day` (from 1), when it is charged, epoch ms. */
export const loanDayEndsAt = (startedAt: number, day: number): number => startedAt + day * loanDayMs

/** Whole 24-hour days since the payout. A clock set back gives fewer, never less than none. */
export const loanDaysOver = (startedAt: number, atMs: number): number =>
  Math.max(0, Math.floor((atMs - startedAt) / loanDayMs))

/**
 * Charge for day `day` (from 1) on the debt as the day ends: nothing in the free days; then the daily rate on the
 * principal; after the term the overdue rate on unpaid principal and interest, but never on overdue charges themselves.
 * Rounded half to even. A day that had not ended when the loan was repaid costs nothing. Source: rulebook, Loans.
 */
export function chargeOfDay(terms: LoanTerms, debt: LoanDebt, day: number): LoanCharge {
  if (day <= terms.freeDays) return { kind: 'free', baseMinor: debt.principalMinor, minor: 0n }
  if (day <= terms.days) {
    const baseMinor = debt.principalMinor
    return { kind: 'interest', baseMinor, minor: shareOf(baseMinor, terms.dailyRate) }
  }
  const baseMinor = debt.principalMinor + debt.interestMinor
  return { kind: 'overdue', baseMinor, minor: shareOf(baseMinor, terms.overdueRate) }
}

/** Adds a day's charge to the debt: to overdue charges, or else to interest. */
export function withCharge(debt: LoanDebt, { kind, minor }: LoanCharge): LoanDebt {
  if (kind === 'overdue') return { ...debt, overdueMinor: debt.overdueMinor + minor }
  return { ...debt, interestMinor: debt.interestMinor + minor }
}

/** Splits a payment: first overdue charges, then interest, then principal. It never takes more than the debt. */
export function splitPayment(debt: LoanDebt, minor: bigint): LoanDebt {
  const overdueMinor = smaller(debt.overdueMinor, minor)
  const interestMinor = smaller(debt.interestMinor, minor - overdueMinor)
  const principalMinor = smaller(debt.principalMinor, minor - overdueMinor - interestMinor)
  return { principalMinor, interestMinor, overdueMinor }
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Subtracts a payment from the debt, part by part as `splitPayment` divided it. */
export const withPayment = (debt: LoanDebt, paid: LoanDebt): LoanDebt => ({
  principalMinor: debt.principalMinor - paid.principalMinor,
  interestMinor: debt.interestMinor - paid.interestMinor,
  overdueMinor: debt.overdueMinor - paid.overdueMinor,
})

/** Sum of the interest from `fromDay`, the first day not yet charged, to the due date if nothing is repaid earlier. */
export function comingInterestMinor(terms: LoanTerms, principalMinor: bigint, fromDay = 1): bigint {
  const first = Math.max(fromDay, terms.freeDays + 1)
  const days = Math.max(0, terms.days - first + 1)
  return BigInt(days) * shareOf(principalMinor, terms.dailyRate)
}

export interface LoanDay {
  readonly day: number
  readonly interestMinor: bigint
  /** Amount that repays the whole loan as this day ends. */
  readonly owedMinor: bigint
}

/** Lists for each day the cost of a loan without early repayment and the amount that would repay it. */
export function loanSchedule(terms: LoanTerms): LoanDay[] {
  let debt: LoanDebt = { principalMinor: terms.amountMinor, interestMinor: 0n, overdueMinor: 0n }
  return Array.from({ length: terms.days }, (_, at) => {
    const charge = chargeOfDay(terms, debt, at + 1)
    debt = withCharge(debt, charge)
    return { day: at + 1, interestMinor: charge.minor, owedMinor: owedMinor(debt) }
  })
}
