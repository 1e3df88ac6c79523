import { withReservedUpTo } from '../../ledger/spend-once.ts'
import type { ServerContext } from '../../module.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import { pushNews } from '../loan-news.ts'
import { courseOf, type LoanRow } from '../loan-response.ts'
import type { LoansPorts } from '../loans-ports.ts'
import { dueLoanIds, findLoan, lockDueLoan } from '../loans-store.ts'
import { keepSteps } from './keep-steps.ts'
import { chargeUntil, paidBy } from './loan-course.ts'

const everything = 2n ** 62n

const atOnce = 200

/**
 * Charges every ended day of every loan exactly once, and debits due amounts. Catches up days missed while the server was down or its clock
 * was wrong; a clock set back charges nothing again. Call it every few seconds and at start; concurrent runs do no harm. Returns the number
 * of loans it moved. Throws at the end if a loan failed, after trying all others.
 */
export const chargeDueLoans = (context: ServerContext & LoansPorts): Promise<Moved> =>
  forEachCase(context, {
    job: 'charge-loans',
    atOnce,
    find: async (limit) =>
      (await dueLoanIds(context.db.query, context.clock.now(), limit)).map((id) => ({ id })),
    move: async ({ id }) => (await chargeLoan(context, id)) !== null,
  })

/** Debits at most what is free (rulebook, Contracts): money that supports positions is not taken for a loan. */
async function chargeLoan(context: ServerContext & LoansPorts, id: string): Promise<LoanRow | null> {
  const { ledger, clock, db } = context
  const now = clock.now()
  const seen = await findLoan(db.query, { id })
  if (seen === null) return null
  const due = paidBy(chargeUntil(courseOf(seen), now, everything))
  const spender = { userId: seen.user_id, mode: 'real' } as const
  const charged = await withReservedUpTo(context, spender, due, (money) =>
    ledger.transaction(async (tx) => {
      const row = await lockDueLoan(tx, id, now)
      if (row === null) return null
      const steps = chargeUntil(courseOf(row), now, money.minor)
      const stored = await keepSteps(context, tx, row, { steps, money, nowMs: now })
      if (!('row' in stored)) throw new Error(`the ledger refused the debit for loan ${id}`)
      return stored
    }),
  )
  if (charged === null) return null
  await pushNews(context, charged.row.user_id, charged.news)
  return charged.row
}
