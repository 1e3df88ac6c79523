import { loanDayMs } from '@candor/rules'
import type { Posting } from '../../ledger/ledger.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { keepNews, newsOfPayout, newsOfRejection, pushNews } from '../loan-news.ts'
import { payoutPosting, rejectionPosting } from '../loan-postings.ts'
import { type LoanRow, moneyOf } from '../loan-response.ts'
import { addMoves, findLoan, lockLoan, moveLoan } from '../loans-store.ts'

/** Pays the loan out: the money reaches the customer's account, and days are counted from now. Refuses with `notFound` what does not wait. */
export async function approveLoan(context: ServerContext, tx: Tx, id: string): Promise<LoanRow> {
  const row = await waiting(tx, id)
  const startedAt = context.clock.now()
  await move(context, tx, payoutPosting(moneyOf(row)))
  await addMoves(tx, id, [{ status: 'repaying', at: startedAt }])
  const paid = await moveLoan(tx, id, {
    status: 'repaying',
    started_at: BigInt(startedAt),
    next_due_at: BigInt(startedAt + loanDayMs),
  })
  await keepNews(context, tx, row.user_id, [newsOfPayout(paid)])
  return paid
}

/** Turns an application down with a reason, a key of the texts the customer reads in their language; the capital is free again. Refuses with `notFound` what does not wait. */
export async function rejectLoan(
  context: ServerContext,
  tx: Tx,
  id: string,
  reason: string,
): Promise<LoanRow> {
  const row = await waiting(tx, id)
  const at = context.clock.now()
  await move(context, tx, rejectionPosting(moneyOf(row)))
  await addMoves(tx, id, [{ status: 'rejected', at, reason }])
  await keepNews(context, tx, row.user_id, [newsOfRejection(row, reason)])
  return moveLoan(tx, id, { status: 'rejected', closed_at: BigInt(at) })
}

/** Notifies the customer's open tabs once a decision has committed. */
export async function tellDecision(context: ServerContext, id: string): Promise<void> {
  const row = await findLoan(context.db.query, { id })
  if (row === null) return
  const news = row.status === 'rejected' ? newsOfRejection(row, '') : newsOfPayout(row)
  await pushNews(context, row.user_id, [news])
}

async function waiting(tx: Tx, id: string): Promise<LoanRow> {
  const row = await lockLoan(tx, id)
  if (row === null || row.status !== 'pending') throw new Refusal('notFound')
  return row
}

async function move({ ledger }: ServerContext, tx: Tx, posting: Posting): Promise<void> {
  const [outcome] = await ledger.postIn(tx, [posting])
  if (outcome?.ok !== true) throw new Error(`the ledger refused ${posting.id}: ${outcome?.why}`)
}
