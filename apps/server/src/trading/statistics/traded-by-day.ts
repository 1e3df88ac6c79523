import { dayMs } from '@candor/rules/time-units.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Stretch, TradedDay } from '../../back-office/review-context/review-ports.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { CustomerStretch } from '../../transaction-monitoring/monitoring-ports.ts'

/** An option ends so long after it was bought at most, unless the market was halted. */
const optionLastsMs = 7 * dayMs

/**
 * A customer's trading on the real account from a moment on, as (at, traded, result): the value of each contract when it was opened
 * and again when it was closed, and the stakes of options; results after fees and swap.
 */
const movesSince = (userId: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    WITH contracts AS (
      SELECT opened_at, closed_at, margin::numeric * leverage AS value, coalesce(profit, 0) + swap - fee AS result
        FROM orders_contracts
       WHERE user_id = ${userId} AND mode = 'real' AND opened_at IS NOT NULL
         AND (created_at >= ${from} OR closed_at >= ${from} OR status IN ('pending', 'open'))),
    options AS (
      SELECT opened_at, closed_at, stake, profit FROM options_orders
       WHERE user_id = ${userId} AND mode = 'real' AND opened_at >= ${from} - ${optionLastsMs}::bigint)
      SELECT opened_at, value, 0::numeric FROM contracts UNION ALL
      SELECT closed_at, value, result FROM contracts UNION ALL
      SELECT opened_at, stake, 0 FROM options UNION ALL
      SELECT closed_at, 0, coalesce(profit, 0) FROM options`

/** Adds up what a customer's real account traded and earned in a stretch of time, day by day. */
export async function tradedByDay(
  { query }: Database,
  userId: string,
  stretch: Stretch,
): Promise<readonly TradedDay[]> {
  const [from, until] = [stretch.from.getTime(), stretch.until.getTime()]
  const { rows } = await sql<{ day: number; traded: bigint; result: bigint }>`
    SELECT (at / ${dayMs})::int AS day, sum(traded)::bigint AS traded, sum(result)::bigint AS result
      FROM (${movesSince(sql`${userId}::uuid`, sql`${from}::bigint`)}) AS moves (at, traded, result)
     WHERE at >= ${from} AND at < ${until} GROUP BY 1 ORDER BY 1 DESC`.execute(query)
  return rows.map(({ day, traded, result }) => ({
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    ...{ tradedMinor: traded, resultMinor: result },
  }))
}

/** Adds up what real accounts traded in each of these stretches, from its first moment until before its last; in their order. */
export async function tradedWithin(
  reader: Reader,
  stretches: readonly CustomerStretch[],
): Promise<readonly bigint[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<{ traded: bigint }>`
    SELECT coalesce(sum(moves.traded), 0)::bigint AS traded
      FROM unnest(${stretches.map(({ userId }) => userId)}::uuid[], ${stretches.map(({ fromMs }) => fromMs)}::bigint[],
                  ${stretches.map(({ untilMs }) => untilMs)}::bigint[]) WITH ORDINALITY AS s (user_id, from_at, until_at, number)
      LEFT JOIN LATERAL (${movesSince(sql`s.user_id`, sql`s.from_at`)}) AS moves (at, traded, result)
        ON moves.at >= s.from_at AND moves.at < s.until_at
     GROUP BY s.number ORDER BY s.number`.execute(reader)
  return rows.map(({ traded }) => traded)
}
