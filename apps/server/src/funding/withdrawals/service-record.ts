import type { ServiceRecord } from '@candor/contract'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { ServerContext } from '../../module.ts'
import { settledAt } from './settled-at.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import { hoursMs } from './withdrawal-terms.ts'

const windowMs = 30 * dayMs

/**
 * Summarises the last 30 days' withdrawals for the public (trust T11). A withdrawal counts as late from its missed deadline on, whenever it
 * was requested, as long as it stays open, and for 30 days after it was paid or answered. Where a node is configured, a payment counts once it is in a block (ADR-170).
 */
export async function showServiceRecord(context: ServerContext & WithdrawalPorts): Promise<ServiceRecord> {
  const now = context.clock.now()
  const since = now - windowMs
  const { rows } = await sql<Omit<ServiceRecord, 'since' | 'at' | 'deadlineHours'>>`
    WITH concerned AS (
      SELECT w.status, w.created_at, w.deadline_at, ${settledAt(context.chains)} AS kept_at
        FROM funding_withdrawals w
       WHERE w.created_at >= ${since} OR w.deadline_at >= ${since} OR w.status IN ('pending', 'approved', 'sent')
          OR w.seen_at >= ${since}
          OR w.id IN (SELECT e.withdrawal_id FROM funding_withdrawal_events e WHERE e.at >= ${since})),
    asked AS (SELECT * FROM concerned WHERE created_at >= ${since}),
    late AS (
      SELECT * FROM concerned
       WHERE coalesce(kept_at, ${now}) > deadline_at AND (deadline_at >= ${since} OR kept_at IS NULL OR kept_at >= ${since}))
    SELECT count(*)::int AS asked,
           count(*) FILTER (WHERE status IN ('sent', 'completed') AND kept_at IS NOT NULL)::int AS paid,
           count(*) FILTER (WHERE status IN ('rejected', 'failed'))::int AS refused,
           count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
           count(*) FILTER (WHERE kept_at IS NULL)::int AS open,
           (SELECT count(*)::int FROM late) AS late,
           (SELECT count(*)::int FROM late WHERE kept_at IS NULL) AS "openLate",
           round((percentile_cont(0.5) WITHIN GROUP (ORDER BY kept_at - created_at)
             FILTER (WHERE status IN ('sent', 'completed')) / 60000)::numeric)::int AS "medianPaidMinutes"
      FROM asked`.execute(context.db.query)
  const [counted] = rows
  if (counted === undefined) throw new Error('a count has one row')
  return {
    since: new Date(since).toISOString(),
    at: new Date(now).toISOString(),
    deadlineHours: (await hoursMs(context, 'withdrawal.deadlineHours')) / hourMs,
    ...counted,
  }
}
