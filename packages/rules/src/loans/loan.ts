import { divide, exactRate, type Rate, roundHalfEven } from '@candor/money'

/** A loan is charged once in this time from the moment its money was paid out, whatever the calendar does meanwhile. */
export const loanDayMs = 86_400_000

/** What a loan was agreed with; it never changes (trust T18). Amounts in USDT's smallest unit. */
export interface LoanTerms {
  readonly amountMinor: bigint
  readonly days: number
  /** The first days, which cost nothing. */
  readonly freeDays: number
  /** Share of the principal still owed, a day. */
  readonly dailyRate: Rate
  /** Share of what is overdue, a day, instead of the daily rate once the loan is due. */
  readonly overdueRate: Rate
}

/** What is owed, in USDT's smallest unit. */
export interface LoanDebt {
  readonly principalMinor: bigint
  readonly interestMinor: bigint
  /** Charged for being late. */
  readonly overdueMinor: bigint
}

/** What one day cost; nothing in a free day. */
export interface LoanCharge {
  readonly kind: 'free' | 'interest' | 'overdue'
  /** What the rate was taken of. */
  readonly baseMinor: bigint
  readonly minor: bigint
}

const shareOf = (minor: bigint, share: Rate): bigint => {
  const { numerator, denominator } = exactRate(share)
  return divide(minor * numerator, denominator, roundHalfEven)
}

export const owedMinor = ({ principalMinor, interestMinor, overdueMinor }: LoanDebt): bigint =>
  principalMinor + interestMinor + overdueMinor

/** When day `day` (from 1) is over and charged, epoch ms. */
export const loanDayEndsAt = (startedAt: number, day: number): number => startedAt + day * loanDayMs

/** Whole 24-hour days since the money was paid out. A clock set back gives fewer, never less than none. */
export const loanDaysOver = (startedAt: number, atMs: number): number =>
  Math.max(0, Math.floor((atMs - startedAt) / loanDayMs))

/**
 * What day `day` (from 1) costs on what is owed as it ends: nothing in the free days; then the daily rate on the principal;
 * after the term the overdue rate on the principal and interest not yet paid, but never on overdue charges themselves. Half
 * to even. A day that was not over when all was repaid costs nothing. Source: rulebook, Loans.
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

export function withCharge(debt: LoanDebt, { kind, minor }: LoanCharge): LoanDebt {
  if (kind === 'overdue') return { ...debt, overdueMinor: debt.overdueMinor + minor }
  return { ...debt, interestMinor: debt.interestMinor + minor }
}

/**
 * How much of a payment goes to what: first overdue charges, then interest, then principal. More than is owed is not taken.
 */
export function splitPayment(debt: LoanDebt, minor: bigint): LoanDebt {
  const overdueMinor = smaller(debt.overdueMinor, minor)
  const interestMinor = smaller(debt.interestMinor, minor - overdueMinor)
  const principalMinor = smaller(debt.principalMinor, minor - overdueMinor - interestMinor)
  return { principalMinor, interestMinor, overdueMinor }
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export const withPayment = (debt: LoanDebt, paid: LoanDebt): LoanDebt => ({
  principalMinor: debt.principalMinor - paid.principalMinor,
  interestMinor: debt.interestMinor - paid.interestMinor,
  overdueMinor: debt.overdueMinor - paid.overdueMinor,
})

/** All the interest still to come until the loan is due if nothing is repaid before: `fromDay` is the first day not yet charged. */
export function comingInterestMinor(terms: LoanTerms, principalMinor: bigint, fromDay = 1): bigint {
  const first = Math.max(fromDay, terms.freeDays + 1)
  const days = Math.max(0, terms.days - first + 1)
  return BigInt(days) * shareOf(principalMinor, terms.dailyRate)
}

export interface LoanDay {
  readonly day: number
  readonly interestMinor: bigint
  /** What repaying the whole as this day ends would take. */
  readonly owedMinor: bigint
}

/** Day by day, what an untouched loan costs and what repaying it whole would take. */
export function loanSchedule(terms: LoanTerms): LoanDay[] {
  let debt: LoanDebt = { principalMinor: terms.amountMinor, interestMinor: 0n, overdueMinor: 0n }
  return Array.from({ length: terms.days }, (_, at) => {
    const charge = chargeOfDay(terms, debt, at + 1)
    debt = withCharge(debt, charge)
    return { day: at + 1, interestMinor: charge.minor, owedMinor: owedMinor(debt) }
  })
}
