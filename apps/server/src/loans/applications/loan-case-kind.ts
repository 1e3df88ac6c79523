import { hourMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import type { CaseKind, CaseLine } from '../../back-office/cases/case-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { LoanRow } from '../loan-response.ts'
import type { LoansPorts } from '../loans-ports.ts'
import { closedApplications, findLoan, listLoans, lockLoan, movesOf, waitingLoans } from '../loans-store.ts'
import { caseTimeline, isRejectionReason, loanEvidence, loanSummary, rejectionReasons } from './loan-case.ts'
import { approveLoan, rejectLoan, tellDecision } from './review-loan.ts'

/** Applications for a loan in the console's queue. */
export function loanCaseKind(context: ServerContext & LoansPorts): CaseKind {
  const { db, signatures } = context
  const line = async (reader: Kysely<Schema>, row: LoanRow): Promise<CaseLine> => ({
    id: row.id,
    customer: { id: row.user_id, userName: (await context.customerOf(row.user_id, reader)).userName },
    summary: loanSummary(row),
    status: row.status,
    createdAt: new Date(Number(row.requested_at)),
    deadlineAt: new Date(
      Number(row.requested_at) + (await reviewHours(context, reader, Number(row.requested_at))) * hourMs,
    ),
  })
  const lines = (rows: readonly LoanRow[]) => Promise.all(rows.map((row) => line(db.query, row)))
  return {
    kind: 'loan',
    roles: ['reviewer', 'finance', 'admin'],
    reasons: rejectionReasons,
    waiting: async () => lines(await waitingLoans(db.query, 500)),
    closed: async ({ before, limit }) => lines(await closedApplications(db.query, before.getTime(), limit)),
    ofCustomer: async (userId) =>
      lines(await listLoans(db.query, { userId, status: undefined, before: null, limit: 50 })),
    details: async (query, id, lock) => {
      const row = lock ? await lockLoan(query, id) : await findLoan(query, { id })
      if (row === null) return null
      const customer = await context.customerOf(row.user_id, query)
      return {
        ...(await line(query, row)),
        sections: await loanEvidence(context, query, row, customer),
        timeline: caseTimeline((await movesOf(query, [row.id])).get(row.id) ?? []),
        allowed: row.status === 'pending' ? ['approve', 'reject'] : [],
        approvalsNeeded: 1,
      }
    },
    decide: async (tx, { id, decision, reason }) => {
      if (decision === 'approve') return (await approveLoan(context, tx, id)).status
      if (!isRejectionReason(reason)) throw new Error('a loan is turned down with one of its reasons')
      return (await rejectLoan(context, tx, id, reason)).status
    },
    afterDecision: (id) => tellDecision(context, id),
    image: async (id, fileId) => {
      const row = await findLoan(db.query, { id })
      return row?.signature === fileId ? signatures.read(fileId) : null
    },
  }
}

/** Applications share the clock of identity reviews, as it was when they were made. */
async function reviewHours(
  { parameters }: ServerContext,
  reader: Kysely<Schema>,
  requestedAt: number,
): Promise<number> {
  return Number(await parameters.valueAt(reader, 'kyc.reviewHours', requestedAt))
}
