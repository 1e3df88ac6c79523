import type { AssetCode } from '@candor/money'
import { hourMs } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { ServerContext } from '../module.ts'
import type { Chains } from './chain/chain.ts'
import { settledAt } from './withdrawals/settled-at.ts'
import { hoursMs } from './withdrawals/withdrawal-terms.ts'

/** A deposit or withdrawal that took longer than the stated time. Times in epoch ms. */
export interface LatePayment {
  readonly kind: 'deposit' | 'withdrawal'
  readonly id: string
  readonly userId: string
  readonly asset: AssetCode
  /** In the asset's smallest unit. */
  readonly minor: bigint
  readonly requestedAt: bigint
  readonly dueAt: bigint
  /** Time (epoch ms) at which it was credited, paid or refused; null while it waits. */
  readonly endedAt: bigint | null
  readonly status: string
}

export interface LateList {
  readonly deadlineHours: number
  readonly deposits: number
  readonly withdrawals: number
  readonly waiting: number
  /** The longest late first. */
  readonly items: readonly LatePayment[]
}

const mostListed = 200

interface LateRow extends LatePayment {
  readonly deposits: number
  readonly withdrawals: number
  readonly waiting: number
}

/**
 * Lists deposits and withdrawals that were late at some time of a period: past their time before its end, and not paid, credited or
 * refused before it began. A withdrawal has the time that was stated when it was requested and ends as in the public service record. For
 * deposits no time is stated; they are measured from their report to the decision by the hours that withdrawals requested now have.
 */
export async function latePayments(
  context: ServerContext & { readonly chains: Chains },
  period: { readonly from: Date; readonly to: Date },
): Promise<LateList> {
  const now = context.clock.now()
  const deadlineMs = await hoursMs(context, 'withdrawal.deadlineHours')
  const [from, to] = [period.from.getTime(), Math.min(period.to.getTime(), now)]
  const { rows } = await sql<LateRow>`
    WITH due AS (
      SELECT 'withdrawal' AS kind, w.id, w.user_id, w.coin, w.amount, w.created_at, w.deadline_at AS due_at,
             ${settledAt(context.chains)} AS ended_at, w.status
        FROM funding_withdrawals w
       WHERE w.deadline_at < ${to}
         AND (w.deadline_at >= ${from} OR w.status IN ('pending', 'approved', 'sent') OR w.seen_at >= ${from}
              OR w.id IN (SELECT e.withdrawal_id FROM funding_withdrawal_events e WHERE e.at >= ${from}))
      UNION ALL
      SELECT 'deposit', d.id, d.user_id, d.coin, d.amount, d.created_at, d.created_at + ${deadlineMs}::bigint,
             (SELECT min(e.at) FROM funding_deposit_events e WHERE e.deposit_id = d.id AND e.status <> 'pending'), d.status
        FROM funding_deposits d
       WHERE d.created_at < ${to - deadlineMs}
         AND (d.status = 'pending' OR d.id IN (SELECT e.deposit_id FROM funding_deposit_events e WHERE e.at >= ${from}))),
    late AS (SELECT * FROM due WHERE ended_at IS NULL OR (ended_at > due_at AND ended_at >= ${from}))
    SELECT kind, id, user_id AS "userId", coin AS asset, amount AS minor, created_at AS "requestedAt", due_at AS "dueAt",
           ended_at AS "endedAt", status,
           (count(*) FILTER (WHERE kind = 'deposit') OVER ())::int AS deposits,
           (count(*) FILTER (WHERE kind = 'withdrawal') OVER ())::int AS withdrawals,
           (count(*) FILTER (WHERE ended_at IS NULL) OVER ())::int AS waiting
      FROM late ORDER BY coalesce(ended_at, ${now}) - due_at DESC, id LIMIT ${mostListed}`.execute(
    context.db.query,
  )
  const { deposits, withdrawals, waiting } = rows[0] ?? { deposits: 0, withdrawals: 0, waiting: 0 }
  const items = rows.map(
    ({ deposits: _deposits, withdrawals: _withdrawals, waiting: _waiting, ...item }) => item,
  )
  return { deadlineHours: deadlineMs / hourMs, deposits, withdrawals, waiting, items }
}
