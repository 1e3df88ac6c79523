import type { ServiceRecord } from '@candor/contract'
import { sql } from 'kysely'
import type { WithdrawalDeps } from './withdrawal-deps.ts'
import { hoursMs } from './withdrawal-terms.ts'

const dayMs = 86_400_000
const windowMs = 30 * dayMs
const hourMs = 3_600_000

/** What everybody may read: how the last 30 days' withdrawals went, and how many of them broke the promise (trust T11). */
export async function showServiceRecord(deps: WithdrawalDeps): Promise<ServiceRecord> {
  const now = deps.clock.now()
  const since = now - windowMs
  const { rows } = await sql<Omit<ServiceRecord, 'since' | 'at' | 'deadlineHours'>>`
    WITH asked AS (
      SELECT w.*, (SELECT min(e.at) FROM funding_withdrawal_events e
                    WHERE e.withdrawal_id = w.id AND e.status NOT IN ('pending', 'approved')) AS kept_at
        FROM funding_withdrawals w WHERE w.created_at >= ${since})
    SELECT count(*)::int AS asked,
           count(*) FILTER (WHERE status IN ('sent', 'completed'))::int AS paid,
           count(*) FILTER (WHERE status IN ('rejected', 'failed'))::int AS refused,
           count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
           count(*) FILTER (WHERE status IN ('pending', 'approved'))::int AS open,
           count(*) FILTER (WHERE coalesce(kept_at, ${now}) > deadline_at)::int AS late,
           count(*) FILTER (WHERE status IN ('pending', 'approved') AND ${now} > deadline_at)::int AS "openLate",
           round((percentile_cont(0.5) WITHIN GROUP (ORDER BY kept_at - created_at)
             FILTER (WHERE status IN ('sent', 'completed')) / 60000)::numeric)::int AS "medianPaidMinutes"
      FROM asked`.execute(deps.db.query)
  const [counted] = rows
  if (counted === undefined) throw new Error('a count has one row')
  return {
    since: new Date(since).toISOString(),
    at: new Date(now).toISOString(),
    deadlineHours: (await hoursMs(deps, 'withdrawal.deadlineHours')) / hourMs,
    ...counted,
  }
}
