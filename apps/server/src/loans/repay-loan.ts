import type { Loan } from '@candor/contract'
import { decideRepayment, owedMinor } from '@candor/rules'
import type { Caller } from '../http/caller.ts'
import type { IdempotentAsk } from '../http/handlers.ts'
import { orRefuse, Refusal } from '../http/refusal.ts'
import { keepSteps } from './keep-steps.ts'
import { chargeUntil, pay } from './loan-course.ts'
import type { LoanNews } from './loan-news.ts'
import { courseOf, isRunning } from './loan-on-wire.ts'
import type { LoansDeps } from './loans-deps.ts'
import { availableOf, lockLoan } from './loans-store.ts'
import { minorOf } from './preview-loan.ts'
import { shownIn } from './request-loan.ts'

/**
 * Repays a part of a running loan, or the whole. Days that are over are charged first, so that what is owed is what is paid. Refuses with 11004 what is not a
 * running loan of this customer, 11001 an amount beyond what is owed, 10011 one beyond what the account has.
 */
export async function repayLoan(
  deps: LoansDeps,
  input: { readonly id: string; readonly amount?: string | undefined },
  caller: Caller,
  ask: IdempotentAsk,
): Promise<Loan> {
  let news: readonly LoanNews[] = []
  const loan = await deps.runOnce(caller, ask, async (tx) => {
    const now = deps.clock.now()
    const row = await lockLoan(tx, input.id, caller.userId)
    if (row === null || !isRunning(row)) throw new Refusal(11004)
    const charged = chargeUntil(courseOf(row), now, await availableOf(tx, row.user_id))
    const amount = orRefuse(
      decideRepayment(
        { amount: input.amount === undefined ? 'all' : minorOf(input.amount) },
        { status: charged.course.status, owedMinor: owedMinor(charged.course.debt) },
      ),
    )
    const kept = await keepSteps(deps, tx, row, pay(charged, amount, 'customer'), now)
    if ('row' in kept) {
      news = kept.news
      return shownIn(tx, kept.row)
    }
    if (!kept.refused.ok && kept.refused.why === 'insufficient') throw new Refusal(10011)
    throw new Error(`the ledger refused a repayment of loan ${row.id}`)
  })
  await deps.notices.push(caller.userId, news)
  return loan
}
