import type { StuckCase } from '@candor/contract'
import type { Database } from '../database/database.ts'
import { stuckCases } from './stuck-cases-store.ts'

const most = 200
const timeOf = (ms: bigint) => new Date(Number(ms)).toISOString()

/** Shows operators what jobs could not move, the longest first. */
export async function showStuckCases(db: Database): Promise<StuckCase[]> {
  return (await stuckCases(db.query, most)).map((row) => ({
    job: row.job,
    caseId: row.case_id,
    failures: row.failures,
    since: timeOf(row.since),
    failedAt: timeOf(row.failed_at),
    retryAt: timeOf(row.retry_at),
    error: row.error,
  }))
}
