import { identityMoves, statesBefore } from '@candor/rules'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import { isUuid } from '../platform/uuid.ts'
import type { FailedItem, KycTables } from './kyc-tables.ts'

type Query = Kysely<Schema>
export type CaseRow = Selectable<KycTables['kyc_cases']>
export type DraftRow = Selectable<KycTables['kyc_drafts']>

export const draftOf = (db: Query, userId: string): Promise<DraftRow | undefined> =>
  db.selectFrom('kyc_drafts').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function keepDraft(db: Query, draft: DraftRow): Promise<void> {
  const { user_id, ...rest } = draft
  await db
    .insertInto('kyc_drafts')
    .values({ user_id, ...rest })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute()
}

export async function dropDraft(db: Query, userId: string): Promise<void> {
  await db.deleteFrom('kyc_drafts').where('user_id', '=', userId).execute()
}

/** The newest one. */
export const caseOf = (db: Query, userId: string): Promise<CaseRow | undefined> =>
  db
    .selectFrom('kyc_cases')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()

export const casesOf = (db: Query, userId: string): Promise<CaseRow[]> =>
  db
    .selectFrom('kyc_cases')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('attempt', 'desc')
    .limit(50)
    .execute()

export async function caseById(db: Query, id: string, lock: boolean): Promise<CaseRow | undefined> {
  if (!isUuid(id)) return undefined
  const found = db.selectFrom('kyc_cases').selectAll().where('id', '=', id)
  return (lock ? found.forNoKeyUpdate() : found).executeTakeFirst()
}

const manyWaiting = 500

export const waitingCases = (db: Query): Promise<CaseRow[]> =>
  db
    .selectFrom('kyc_cases')
    .selectAll()
    .where('status', '=', 'pending')
    .orderBy('deadline_at')
    .limit(manyWaiting)
    .execute()

export const closedCases = (db: Query, before: Date, limit: number): Promise<CaseRow[]> =>
  db
    .selectFrom('kyc_cases')
    .selectAll()
    .where('status', '<>', 'pending')
    .where('submitted_at', '<', before)
    .orderBy('submitted_at', 'desc')
    .limit(limit)
    .execute()

export async function addCase(
  db: Query,
  added: Pick<CaseRow, 'id' | 'user_id' | 'attempt' | 'sealed' | 'files' | 'submitted_at' | 'deadline_at'>,
): Promise<CaseRow> {
  return db
    .insertInto('kyc_cases')
    .values({ ...added, decided_at: null, decided_by: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface CaseOutcome {
  readonly status: 'approved' | 'rejected'
  readonly at: Date
  readonly by: string
  readonly failed: readonly FailedItem[]
}

/** Decides a case by the rules' table of moves; throws where the table has no such move. */
export async function decideCase(db: Query, id: string, outcome: CaseOutcome): Promise<void> {
  const moved = await db
    .updateTable('kyc_cases')
    .set({
      status: outcome.status,
      decided_at: outcome.at,
      decided_by: outcome.by,
      failed: sql`${JSON.stringify(outcome.failed)}::jsonb`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`status = ANY(${statesBefore(identityMoves, outcome.status)}::text[])`)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) throw new Error(`an identity verification cannot become ${outcome.status}: ${id}`)
}
