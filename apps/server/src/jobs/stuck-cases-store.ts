import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

type Db = Kysely<Schema>

/** Lists the cases of a job that are not tried before their time. */
export async function setAside(db: Db, job: string, now: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('jobs_stuck_cases')
    .select('case_id')
    .where('job', '=', job)
    .where('retry_at', '>', BigInt(now))
    .execute()
  return new Set(rows.map((row) => row.case_id))
}

/** Lists the cases of a job that failed the last time they were tried. */
export async function failedBefore(db: Db, job: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('jobs_stuck_cases').select('case_id').where('job', '=', job).execute()
  return new Set(rows.map((row) => row.case_id))
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
