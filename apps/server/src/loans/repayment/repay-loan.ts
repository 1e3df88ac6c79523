import type { Loan } from '@candor/contract'
import { parseUsdt } from '@candor/money'
import { decideRepayment, owedMinor } from '@candor/rules'
import { type ReservedMoney, withReservedUpTo } from '../../ledger/spend-once.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import { shownIn } from '../applications/request-loan.ts'
import type { LoanNews } from '../loan-news.ts'
import { pushNews } from '../loan-news.ts'
import { courseOf, isRunning } from '../loan-response.ts'
import type { LoansPorts } from '../loans-ports.ts'
import { findLoan, lockLoan } from '../loans-store.ts'
import { keepSteps } from './keep-steps.ts'
import { chargeUntil, paidBy, pay } from './loan-course.ts'

/**
 * Repays a part of a running loan, or the whole. Days that are over are charged first, so that what is owed is what is paid. Refuses with `notFound` what is not a
 * running loan of this customer, `invalidInput` an amount beyond what is owed, `insufficientFunds` one beyond what the account has.
 */
export async function repayLoan(
  context: ServerContext & LoansPorts,
  input: { readonly id: string; readonly amount?: string | undefined },
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Loan> {
  const most = await mostToPay(context, input.id, caller.userId)
  const { loan, news } = await withReservedUpTo(context, caller, most, async (money) => {
    let loanNews: readonly LoanNews[] = []
    const result = await context.runOnce(caller, idempotency, async (tx) => {
      const paid = await payNow(context, tx, { ...input, userId: caller.userId }, money)
      loanNews = paid.news
      return shownIn(tx, paid.row)
    })
    return { loan: result, news: loanNews }
  })
  await pushNews(context, caller.userId, news)
  return loan
}

/** All that is owed once every day that is over is charged: more cannot be paid. */
async function mostToPay({ db, clock }: ServerContext, id: string, userId: string): Promise<bigint> {
  const row = await findLoan(db.query, { id, userId })
  if (row === null || !isRunning(row)) return 0n
  return owedMinor(chargeUntil(courseOf(row), clock.now(), 0n).course.debt)
}

async function payNow(
  context: ServerContext & LoansPorts,
  tx: Tx,
  input: { readonly id: string; readonly amount?: string | undefined; readonly userId: string },
  money: ReservedMoney,
) {
  const now = context.clock.now()
  const row = await lockLoan(tx, input.id, input.userId)
  if (row === null || !isRunning(row)) throw new Refusal('notFound')
  const charged = chargeUntil(courseOf(row), now, money.minor)
  const amount = orRefuse(
    decideRepayment(
      { amount: input.amount === undefined ? 'all' : parseUsdt(input.amount) },
      { status: charged.course.status, owedMinor: owedMinor(charged.course.debt) },
    ),
  )
  const steps = pay(charged, amount, 'customer')
  if (paidBy(steps) > money.minor) throw money.short()
  const stored = await keepSteps(context, tx, row, { steps, money, nowMs: now })
  if ('row' in stored) return stored
  throw new Error(`the ledger refused a repayment of loan ${row.id}`)
}
