import type { StuckCase } from '@candor/contract'
import type { Database } from '../database/database.ts'
import { isoOf } from '../iso-time.ts'
import { stuckCases } from './stuck-cases-store.ts'

const most = 200

/** Shows operators what jobs could not move, the longest first. */
export async function showStuckCases(db: Database): Promise<StuckCase[]> {
  return (await stuckCases(db.query, most)).map((row) => ({
    job: row.job,
    caseId: row.case_id,
    failures: row.failures,
    since: isoOf(row.since),
    failedAt: isoOf(row.failed_at),
    retryAt: isoOf(row.retry_at),
    error: row.error,
  }))
}

/** The same for the dashboard, where each counts as waiting. */
export const waitingStuckCases = async (db: Database, limit: number) =>
  (await stuckCases(db.query, limit)).map((row) => ({
    id: row.case_id,
    sinceMs: Number(row.since),
    deadlineMs: null,
  }))
