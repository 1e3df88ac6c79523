import type { LoanStatus } from '@candor/contract'
import { type LoanState, loanMoves, statesBefore } from '@candor/rules'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { readTogetherFrom } from '../platform/database/read-together.ts'
import { isUuid } from '../platform/uuid.ts'
import type { LoanMove, LoanRow } from './loan-response.ts'
import type { LoansTables } from './loans-tables.ts'

/** Applications of one customer wait for each other, so that what is looked up cannot change meanwhile. */
export async function lockBorrower(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`loans:${userId}`}, 0))`.execute(tx)
}

export interface Borrowed {
  readonly openMinor: bigint
  readonly overdue: boolean
  readonly repaidOnTime: boolean
}

/** Reads a customer's loans: requested or lent and not repaid, and their earlier repayments. */
export async function borrowedBy(reader: Reader, userId: string): Promise<Borrowed> {
  const row = await reader
    .selectFrom('loans')
    .select([
      sql<bigint>`coalesce(sum(principal_left) FILTER (WHERE status IN ('pending', 'repaying', 'overdue')), 0)::bigint`.as(
        'open',
      ),
      sql<boolean>`coalesce(bool_or(status = 'overdue'), false)`.as('overdue'),
      sql<boolean>`coalesce(bool_or(status = 'repaid' AND NOT was_overdue), false)`.as('on_time'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { openMinor: row.open, overdue: row.overdue, repaidOnTime: row.on_time }
}

/** Number of a customer's loans by outcome or state. */
export interface BorrowedBefore {
  readonly onTime: number
  readonly late: number
  readonly running: number
  readonly overdue: number
  readonly rejected: number
}

export async function borrowedBefore(reader: Reader, userId: string): Promise<BorrowedBefore> {
  const rows = await reader
    .selectFrom('loans')
    .select(['status', 'was_overdue', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('user_id', '=', userId)
    .groupBy(['status', 'was_overdue'])
    .execute()
  const count = (status: LoanStatus, late?: boolean) =>
    rows
      .filter((row) => row.status === status && (late === undefined || row.was_overdue === late))
      .reduce((sum, row) => sum + Number(row.count), 0)
  return {
    onTime: count('repaid', false),
    late: count('repaid', true),
    running: count('repaying'),
    overdue: count('overdue'),
    rejected: count('rejected'),
  }
}

/** Applications that wait for a reviewer, the longest waiting first. */
export const waitingLoans = (reader: Reader, limit: number): Promise<LoanRow[]> =>
  reader
    .selectFrom('loans')
    .selectAll()
    .where('status', '=', 'pending')
    .orderBy('requested_at')
    .limit(limit)
    .execute()

/** Lists decided applications that were requested before this moment, newest first. */
export const closedApplications = (reader: Reader, beforeMs: number, limit: number): Promise<LoanRow[]> =>
  reader
    .selectFrom('loans')
    .selectAll()
    .where('status', '<>', 'pending')
    .where('requested_at', '<', BigInt(beforeMs))
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute()

export const addLoan = (tx: Tx, loan: Insertable<LoansTables['loans']>): Promise<LoanRow> =>
  tx.insertInto('loans').values(loan).returningAll().executeTakeFirstOrThrow()

/**
 * Moves a loan the caller holds locked by the rules' table of moves, or changes it within its state; throws where the table has no such
 * move.
 */
export async function moveLoan(
  tx: Tx,
  id: string,
  change: Updateable<LoansTables['loans']> & { readonly status: LoanState },
): Promise<LoanRow> {
  const { status } = change
  const moved = await tx
    .updateTable('loans')
    .set(change)
    .where('id', '=', id)
    .where(sql<boolean>`status = ANY(${[status, ...statesBefore(loanMoves, status)]}::text[])`)
    .returningAll()
    .executeTakeFirst()
  if (moved === undefined) throw new Error(`a loan cannot become ${status}: ${id}`)
  return moved
}

export interface MoveTo {
  readonly status: LoanStatus
  readonly at: number
  readonly reason?: string
}

/** Records the new states of a loan, after its earlier ones. */
export async function addMoves(tx: Tx, loanId: string, moves: readonly MoveTo[]): Promise<void> {
  if (moves.length === 0) return
  const { known } = await tx
    .selectFrom('loan_moves')
    .select((eb) => eb.fn.countAll<bigint>().as('known'))
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow()
  const values = moves.map(({ status, at, reason }, index) => ({
    loan_id: loanId,
    number: Number(known) + index + 1,
    status,
    at: BigInt(at),
    reason: reason ?? null,
  }))
  await tx.insertInto('loan_moves').values(values).execute()
}

/** Locks a loan; null when there is none of that id, or none of this customer's. */
export async function lockLoan(tx: Reader, id: string, userId?: string): Promise<LoanRow | null> {
  if (!isUuid(id)) return null
  let query = tx.selectFrom('loans').selectAll().where('id', '=', id)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return (await query.forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** Locks a loan that has a day to be charged; null when another process charges it or nothing is due any more. */
export async function lockDueLoan(tx: Tx, id: string, nowMs: number): Promise<LoanRow | null> {
  const row = await tx
    .selectFrom('loans')
    .selectAll()
    .where('id', '=', id)
    .where('next_due_at', '<=', BigInt(nowMs))
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** Loans with a day to be charged, the longest waiting first. */
export async function dueLoanIds(reader: Reader, nowMs: number, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('loans')
    .select('id')
    .where('next_due_at', '<=', BigInt(nowMs))
    .orderBy('next_due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findLoan(
  reader: Reader,
  by: { readonly id: string; readonly userId?: string } | { readonly publicId: string },
): Promise<LoanRow | null> {
  const wanted = 'id' in by ? by.id : by.publicId
  if (!isUuid(wanted)) return null
  if ('id' in by) {
    const row = (await loanById(reader, by.id.toLowerCase())) ?? null
    return by.userId === undefined || row?.user_id === by.userId ? row : null
  }
  const query = reader.selectFrom('loans').selectAll().where('public_id', '=', by.publicId)
  return (await query.executeTakeFirst()) ?? null
}

/** Batches reads, since an export requests many receipts at once. */
const loanById = readTogetherFrom(async (reader: Reader, ids) => {
  const rows = await reader.selectFrom('loans').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row): [string, LoanRow] => [row.id, row]))
})

/** The states of these loans in their order, by loan. */
export async function movesOf(
  reader: Reader,
  loanIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LoanMove[]>> {
  const found = new Map<string, LoanMove[]>(loanIds.map((id) => [id, []]))
  if (loanIds.length === 0) return found
  const rows = await reader
    .selectFrom('loan_moves')
    .selectAll()
    .where('loan_id', 'in', loanIds)
    .orderBy('number')
    .execute()
  for (const row of rows) found.get(row.loan_id)?.push(row)
  return found
}

export interface LoanListRequest {
  readonly userId: string
  readonly status: LoanStatus | undefined
  /** Sequence of the last one of the page before. */
  readonly before: bigint | null
  readonly limit: number
}

/** Newest first. */
export function listLoans(reader: Reader, request: LoanListRequest): Promise<LoanRow[]> {
  let query = reader.selectFrom('loans').selectAll().where('user_id', '=', request.userId)
  if (request.status !== undefined) query = query.where('status', '=', request.status)
  if (request.before !== null) query = query.where('sequence', '<', request.before)
  return query.orderBy('sequence', 'desc').limit(request.limit).execute()
}

/** Returns the stored document of a loan; null: not written yet. */
export async function paperOf(reader: Reader, loanId: string): Promise<Buffer | null> {
  const row = await reader
    .selectFrom('loan_papers')
    .select('pdf')
    .where('loan_id', '=', loanId)
    .executeTakeFirst()
  return row?.pdf ?? null
}

/** Stores a document; one that is already stored stays. */
export async function keepPaper(
  reader: Reader,
  paper: Insertable<LoansTables['loan_papers']>,
): Promise<void> {
  await reader
    .insertInto('loan_papers')
    .values(paper)
    .onConflict((conflict) => conflict.column('loan_id').doNothing())
    .execute()
}

/** Returns what each of these customers owes on running loans: principal and charged interest, in USDT's smallest unit; absent: nothing. */
export async function owedOnLoans(
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await reader
    .selectFrom('loans')
    .select(['user_id', sql<bigint>`sum(principal_left + interest_left + overdue_left)::bigint`.as('minor')])
    .where('user_id', 'in', userIds)
    .where('status', 'in', ['repaying', 'overdue'])
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, minor }) => [user_id, minor]))
}

/** Checks whether a customer has requested a loan, or has not repaid one. */
export async function hasUnpaidLoan(reader: Reader, userId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('loans')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'repaying', 'overdue'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
