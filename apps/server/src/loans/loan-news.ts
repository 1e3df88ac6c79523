import type { NoticeKind } from '@candor/contract'
import type { CourseSteps } from './loan-course.ts'
import { type LoanRow, loanOnWire, writeUsdt } from './loan-on-wire.ts'

/** Something a customer is told of a loan, once ever by its name. */
export interface LoanNews {
  readonly kind: Extract<NoticeKind, `loan${string}`>
  readonly once: string
  readonly facts: Readonly<Record<string, string>>
}

/** So many days before a loan is due its customer is told. */
const daysAhead = 3

export const newsOfPayout = (row: LoanRow): LoanNews => news(row, 'loanApproved', 'approved')

export const newsOfRejection = (row: LoanRow, reason: string): LoanNews =>
  news(row, 'loanRejected', 'rejected', { reason })

/** What is worth telling of what just happened to a running loan; `row` as it then stands, its payments counted from `first`. */
export function newsOfSteps(row: LoanRow, { days, payments, moves }: CourseSteps, first: number): LoanNews[] {
  const told: LoanNews[] = []
  const ahead = row.days - daysAhead
  if (row.status === 'repaying' && row.charged_days < row.days && days.some(({ day }) => day === ahead))
    told.push(news(row, 'loanDueSoon', 'dueSoon'))
  payments.forEach(({ by, paid }, index) => {
    if (by === 'customer') return
    const amount = writeUsdt(paid.principalMinor + paid.interestMinor + paid.overdueMinor)
    told.push(news(row, 'loanCharged', `payment:${first + index}`, { amount }))
  })
  for (const move of moves) {
    if (move === 'overdue') told.push(news(row, 'loanOverdue', 'overdue'))
    if (move === 'repaid') told.push(news(row, 'loanRepaid', 'repaid'))
  }
  return told
}

function news(
  row: LoanRow,
  kind: LoanNews['kind'],
  what: string,
  more: Readonly<Record<string, string>> = {},
): LoanNews {
  const { id, loanNo, amount, dueAt, owed } = loanOnWire(row, [])
  const due = dueAt === null ? {} : { due: dueAt }
  return { kind, once: `loan:${id}:${what}`, facts: { loan: id, loanNo, amount, owed, ...due, ...more } }
}
