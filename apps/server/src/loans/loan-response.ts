import type { Loan } from '@candor/contract'
import { type Rate, writeRate, writeUsdt } from '@candor/money'
import { comingInterestMinor, type LoanTerms, loanDayEndsAt, owedMinor } from '@candor/rules'
import type { Selectable } from 'kysely'
import { isoOf, isoOrNull } from '../platform/iso-time.ts'
import type { LoanMoney } from './loan-postings.ts'
import type { LoansTables } from './loans-tables.ts'
import type { LoanCourse } from './repayment/loan-course.ts'

export type LoanRow = Selectable<LoansTables['loans']>
export type LoanMove = Selectable<LoansTables['loan_moves']>

export const termsOf = (row: LoanRow): LoanTerms => ({
  amountMinor: row.amount,
  days: row.days,
  freeDays: row.free_days,
  dailyRate: row.daily_rate as Rate,
  overdueRate: row.overdue_rate as Rate,
})

export const moneyOf = (row: LoanRow): LoanMoney => ({
  id: row.id,
  userId: row.user_id,
  amountMinor: row.amount,
})

export const isRunning = ({ status }: Pick<LoanRow, 'status'>): boolean =>
  status === 'repaying' || status === 'overdue'

/** A running loan as the rules see it. */
export function courseOf(row: LoanRow): LoanCourse {
  if (row.started_at === null || (row.status !== 'repaying' && row.status !== 'overdue'))
    throw new Error(`loan ${row.id} does not run`)
  return {
    terms: termsOf(row),
    startedAt: Number(row.started_at),
    chargedDays: row.charged_days,
    debt: debtOf(row),
    status: row.status,
  }
}

const debtOf = (row: LoanRow) => ({
  principalMinor: row.principal_left,
  interestMinor: row.interest_left,
  overdueMinor: row.overdue_left,
})

/** The loan entity; `moves` are its own, in their order. */
export function toLoanResponse(row: LoanRow, moves: readonly LoanMove[]): Loan {
  const terms = termsOf(row)
  const running = isRunning(row)
  const total = totalInterest(row, terms)
  const startedAt = row.started_at === null ? null : Number(row.started_at)
  const ends = (day: number) => (startedAt === null ? null : loanDayEndsAt(startedAt, day))
  return {
    id: row.id,
    loanNo: row.loan_no,
    amount: writeUsdt(row.amount),
    days: row.days,
    freeDays: row.free_days,
    dailyRate: writeRate(terms.dailyRate),
    overlayRate: writeRate(terms.overdueRate),
    totalInterest: writeUsdt(total),
    currentInterest: writeUsdt(row.interest_left + row.overdue_left),
    overdueInterest: writeUsdt(row.overdue_charged),
    interestFrom: isoOrNull(ends(row.free_days)),
    dueAt: isoOrNull(ends(row.days)),
    totalRepayment: writeUsdt(row.amount + total),
    repaid: writeUsdt(row.repaid),
    principalLeft: writeUsdt(running ? row.principal_left : 0n),
    owed: writeUsdt(running ? owedMinor(debtOf(row)) : 0n),
    apr: writeRate(row.apr as Rate),
    agreementHash: row.agreement_hash,
    signedName: row.signed_name,
    status: row.status,
    timeline: moves.map(entryOf),
    createdAt: isoOf(row.requested_at),
    startedAt: isoOrNull(startedAt),
    closedAt: isoOrNull(row.closed_at),
  }
}

/** Charges so far and, until it is due, those still to come if nothing more is repaid. */
function totalInterest(row: LoanRow, terms: LoanTerms): bigint {
  const charged = row.interest_charged + row.overdue_charged
  if (row.status === 'repaid' || row.status === 'overdue') return charged
  return charged + comingInterestMinor(terms, row.principal_left, row.charged_days + 1)
}

const entryOf = ({ status, at, reason }: LoanMove): Loan['timeline'][number] => ({
  status,
  at: isoOf(at),
  ...(reason === null ? {} : { reason }),
})
