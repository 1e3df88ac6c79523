import { loanDayMs } from '@candor/rules'
import type { PostingOutcome } from '../../ledger/ledger.ts'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { keepNews, type LoanNews, newsOfSteps } from '../loan-news.ts'
import { paymentPosting } from '../loan-postings.ts'
import { type LoanRow, moneyOf } from '../loan-response.ts'
import { addMoves, moveLoan } from '../loans-store.ts'
import type { CourseSteps } from './loan-course.ts'
import { addDays, addPayments, paymentCount } from './repayment-store.ts'

interface PaidSteps {
  readonly steps: CourseSteps
  readonly money: ReservedMoney
  readonly nowMs: number
}

/**
 * Moves the money of the steps in one posting call, records them and stores the customer's notices. Runs within `tx`, which holds the
 * loan's row; push `news` after the commit. Returns the ledger's outcome where it refused; then nothing may be stored, and the caller rolls
 * back.
 */
export async function keepSteps(
  context: ServerContext,
  tx: Tx,
  row: LoanRow,
  { steps, money, nowMs }: PaidSteps,
): Promise<
  { readonly row: LoanRow; readonly news: readonly LoanNews[] } | { readonly refused: PostingOutcome }
> {
  const { course, days, payments, moves } = steps
  if (days.length === 0 && payments.length === 0) return { row, news: [] }
  const first = (await paymentCount(tx, row.id)) + 1
  const moved = moneyOf(row)
  const outcomes = await money.postAll(
    tx,
    payments.map(({ paid }, index) => paymentPosting(moved, first + index, paid)),
  )
  const refused = outcomes.find((outcome) => !outcome.ok)
  if (refused !== undefined) return { refused }
  await addDays(tx, row, days, nowMs)
  await addPayments(tx, row.id, payments, { first, paidAt: nowMs })
  await addMoves(
    tx,
    row.id,
    moves.map((status) => ({ status, at: nowMs })),
  )
  const closed = course.status === 'repaid'
  const paid = sumOf(
    payments.map((one) => one.paid.principalMinor + one.paid.interestMinor + one.paid.overdueMinor),
  )
  const charged = (kind: 'interest' | 'overdue') =>
    sumOf(days.filter((day) => day.kind === kind).map(({ minor }) => minor))
  const changed = await moveLoan(tx, row.id, {
    status: course.status,
    charged_days: course.chargedDays,
    next_due_at: closed ? null : BigInt(course.startedAt + (course.chargedDays + 1) * loanDayMs),
    interest_charged: row.interest_charged + charged('interest'),
    overdue_charged: row.overdue_charged + charged('overdue'),
    principal_left: course.debt.principalMinor,
    interest_left: course.debt.interestMinor,
    overdue_left: course.debt.overdueMinor,
    repaid: row.repaid + paid,
    was_overdue: row.was_overdue || moves.includes('overdue'),
    closed_at: closed ? BigInt(nowMs) : null,
  })
  const news = newsOfSteps(changed, steps, first)
  await keepNews(context, tx, row.user_id, news)
  return { row: changed, news }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, minor) => sum + minor, 0n)
