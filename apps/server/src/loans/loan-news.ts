import type { NoticeKind } from '@candor/contract'
import { writeUsdt } from '@candor/money'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { type LoanRow, toLoanResponse } from './loan-response.ts'
import type { CourseSteps } from './repayment/loan-course.ts'

/** Notice to a customer about a loan; its name makes it unique. */
export interface LoanNews {
  readonly kind: Extract<NoticeKind, `loan${string}`>
  readonly once: string
  readonly facts: Readonly<Record<string, string>>
}

/** Stores notices within the transaction of their event, each with its letter. */
export async function keepNews(
  { notices, letters }: ServerContext,
  tx: Tx,
  userId: string,
  news: readonly LoanNews[],
): Promise<void> {
  await notices.keep(tx, userId, news)
  for (const { kind, once, facts } of news) await letters.keep(tx, { userId, kind, once, facts })
}

/** Pushes notices to every open tab and sends their letters, after the commit. */
export async function pushNews(
  { notices, letters }: ServerContext,
  userId: string,
  news: readonly LoanNews[],
): Promise<void> {
  letters.flush()
  await notices.push(userId, news)
}

/** Days before a loan is due on which its customer is reminded. */
const daysAhead = 3

export const newsOfPayout = (row: LoanRow): LoanNews => news(row, 'loanApproved', 'approved')

export const newsOfRejection = (row: LoanRow, reason: string): LoanNews =>
  news(row, 'loanRejected', 'rejected', { reason })

/** Builds the notices of a running loan's latest steps; `row` is its state afterwards, its payments counted from `first`. */
export function newsOfSteps(row: LoanRow, { days, payments, moves }: CourseSteps, first: number): LoanNews[] {
  const loanNews: LoanNews[] = []
  const ahead = row.days - daysAhead
  if (row.status === 'repaying' && row.charged_days < row.days && days.some(({ day }) => day === ahead))
    loanNews.push(news(row, 'loanDueSoon', 'dueSoon'))
  payments.forEach(({ by, paid }, index) => {
    if (by === 'customer') return
    const amount = writeUsdt(paid.principalMinor + paid.interestMinor + paid.overdueMinor)
    loanNews.push(news(row, 'loanCharged', `payment:${first + index}`, { amount }))
  })
  for (const move of moves) {
    if (move === 'overdue') loanNews.push(news(row, 'loanOverdue', 'overdue'))
    if (move === 'repaid') loanNews.push(news(row, 'loanRepaid', 'repaid'))
  }
  return loanNews
}

function news(
  row: LoanRow,
  kind: LoanNews['kind'],
  what: string,
  more: Readonly<Record<string, string>> = {},
): LoanNews {
  const { id, loanNo, amount, dueAt, owed } = toLoanResponse(row, [])
  const due = dueAt === null ? {} : { due: dueAt }
  return { kind, once: `loan:${id}:${what}`, facts: { loan: id, loanNo, amount, owed, ...due, ...more } }
}
