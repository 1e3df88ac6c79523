import {
  chargeOfDay,
  type LoanCharge,
  type LoanDebt,
  type LoanTerms,
  loanDaysOver,
  owedMinor,
  splitPayment,
  withCharge,
  withPayment,
} from '@candor/rules'

export type RunningStatus = 'repaying' | 'overdue' | 'repaid'

/** Present state of a running loan. */
export interface LoanCourse {
  readonly terms: LoanTerms
  readonly startedAt: number
  readonly chargedDays: number
  readonly debt: LoanDebt
  readonly status: RunningStatus
}

export interface DayCharged extends LoanCharge {
  readonly day: number
}

export interface Payment {
  readonly by: 'customer' | 'debit'
  readonly afterDay: number
  readonly paid: LoanDebt
}

/** Steps of a loan that happen together. */
export interface CourseSteps {
  readonly course: LoanCourse
  readonly days: readonly DayCharged[]
  readonly payments: readonly Payment[]
  /** New states, in order. */
  readonly moves: readonly RunningStatus[]
}

/**
 * Charges every day that is over at `nowMs`, in order. When the last day of the term ends, and each day after it, what the account has is debited
 * before the next day is charged; what it lacks is overdue. A clock set back charges nothing again.
 */
export function chargeUntil(course: LoanCourse, nowMs: number, availableMinor: bigint): CourseSteps {
  let steps: CourseSteps = { course, days: [], payments: [], moves: [] }
  let available = availableMinor > 0n ? availableMinor : 0n
  const until = loanDaysOver(course.startedAt, nowMs)
  while (steps.course.chargedDays < until && steps.course.status !== 'repaid') {
    steps = chargeNext(steps)
    if (steps.course.chargedDays < course.terms.days) continue
    const taken = smaller(available, owedMinor(steps.course.debt))
    available -= taken
    steps = late(pay(steps, taken, 'debit'))
  }
  return steps
}

/** A payment of at most what is owed; nothing is no payment. */
export function pay(steps: CourseSteps, minor: bigint, by: Payment['by']): CourseSteps {
  const { course } = steps
  const paid = splitPayment(course.debt, minor)
  if (owedMinor(paid) === 0n) return steps
  const debt = withPayment(course.debt, paid)
  const payments = [...steps.payments, { by, afterDay: course.chargedDays, paid }]
  return to({ ...steps, payments, course: { ...course, debt } }, owedMinor(debt) === 0n ? 'repaid' : null)
}

/** Sums the payments of these steps, all debited from the account. */
export const paidBy = ({ payments }: CourseSteps): bigint =>
  payments.reduce((sum, { paid }) => sum + owedMinor(paid), 0n)

function chargeNext(steps: CourseSteps): CourseSteps {
  const { course } = steps
  const day = course.chargedDays + 1
  const charge = chargeOfDay(course.terms, course.debt, day)
  return {
    ...steps,
    days: [...steps.days, { ...charge, day }],
    course: { ...course, chargedDays: day, debt: withCharge(course.debt, charge) },
  }
}

const late = (steps: CourseSteps): CourseSteps =>
  to(steps, steps.course.status === 'repaying' ? 'overdue' : null)

const to = (steps: CourseSteps, status: RunningStatus | null): CourseSteps =>
  status === null ? steps : { ...steps, course: { ...steps.course, status }, moves: [...steps.moves, status] }

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
