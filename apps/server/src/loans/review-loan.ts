import { loanDayMs } from '@candor/rules'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Posting } from '../ledger/ledger.ts'
import { type LoanRow, moneyOf } from './loan-on-wire.ts'
import { payoutPosting, rejectionPosting } from './loan-postings.ts'
import type { LoansDeps } from './loans-deps.ts'
import { addMoves, changeLoan, lockLoan } from './loans-store.ts'

type ReviewDeps = Pick<LoansDeps, 'ledger' | 'clock'>

/** Pays the loan out: the money reaches the customer's account, and days are counted from now. Refuses with 11004 what does not wait. */
export async function approveLoan(deps: ReviewDeps, tx: Tx, id: string): Promise<LoanRow> {
  const row = await waiting(tx, id)
  const startedAt = deps.clock.now()
  await move(deps, tx, payoutPosting(moneyOf(row)))
  await addMoves(tx, id, [{ status: 'repaying', at: startedAt }])
  return changeLoan(tx, id, {
    status: 'repaying',
    started_at: BigInt(startedAt),
    next_due_at: BigInt(startedAt + loanDayMs),
  })
}

/** Turns an application down with a reason, a key of the texts the customer reads in their language; the capital is free again. Refuses with 11004 what does not wait. */
export async function rejectLoan(deps: ReviewDeps, tx: Tx, id: string, reason: string): Promise<LoanRow> {
  const row = await waiting(tx, id)
  const at = deps.clock.now()
  await move(deps, tx, rejectionPosting(moneyOf(row)))
  await addMoves(tx, id, [{ status: 'rejected', at, reason }])
  return changeLoan(tx, id, { status: 'rejected', closed_at: BigInt(at) })
}

async function waiting(tx: Tx, id: string): Promise<LoanRow> {
  const row = await lockLoan(tx, id)
  if (row === null || row.status !== 'pending') throw new Refusal(11004)
  return row
}

async function move({ ledger }: ReviewDeps, tx: Tx, posting: Posting): Promise<void> {
  const [outcome] = await ledger.postIn(tx, [posting])
  if (outcome?.ok !== true) throw new Error(`the ledger refused ${posting.id}: ${outcome?.why}`)
}
