import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

type Db = Kysely<Schema>

export interface FailedCases {
  /** Those that failed the last time they were tried. */
  readonly failed: ReadonlySet<string>
  /** Of them, those that are not tried before their time. */
  readonly waiting: ReadonlySet<string>
}

/** Reads what failed of a job before, in one statement. */
export async function failedCases(db: Db, job: string, now: number): Promise<FailedCases> {
  const rows = await db
    .selectFrom('jobs_stuck_cases')
    .select(['case_id', 'retry_at'])
    .where('job', '=', job)
    .execute()
  return {
    failed: new Set(rows.map((row) => row.case_id)),
    waiting: new Set(rows.flatMap((row) => (row.retry_at > BigInt(now) ? [row.case_id] : []))),
  }
}

export interface Failure {
  readonly job: string
  readonly id: string
  readonly now: number
  readonly error: string
  readonly firstWaitMs: number
  readonly longestWaitMs: number
}

/** Sets a case aside: twice as long as the last time, up to the longest wait. */
export async function noteFailure(db: Db, failure: Failure): Promise<void> {
  const { job, id, now, error, firstWaitMs, longestWaitMs } = failure
  const at = BigInt(now)
  await sql`
    INSERT INTO jobs_stuck_cases (job, case_id, failures, since, failed_at, retry_at, error)
    VALUES (${job}, ${id}, 1, ${at}, ${at}, ${BigInt(now + firstWaitMs)}, ${error})
    ON CONFLICT (job, case_id) DO UPDATE
      SET failures = jobs_stuck_cases.failures + 1, failed_at = ${at}, error = ${error},
          retry_at = ${at}::bigint + least(${longestWaitMs}::numeric, ${firstWaitMs}::numeric * 2 ^ least(jobs_stuck_cases.failures, 30))::bigint
  `.execute(db)
}

export async function forgetFailure(db: Db, job: string, id: string): Promise<void> {
  await db.deleteFrom('jobs_stuck_cases').where('job', '=', job).where('case_id', '=', id).execute()
}

/** Lists what is stuck now, the longest first. */
export const stuckCases = (db: Db, limit: number) =>
  db.selectFrom('jobs_stuck_cases').selectAll().orderBy('since').orderBy('case_id').limit(limit).execute()
