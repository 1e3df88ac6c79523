import { dayMs } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { Stretch, TradedDay } from '../../back-office/review-context/review-ports.ts'
import type { Database } from '../../platform/database/database.ts'

/** An option ends so long after it was bought at most, unless the market was halted. */
const optionLastsMs = 7 * dayMs

/**
 * Adds up what a customer's real account traded and earned in a stretch of time, day by day: the value of each contract when it was
 * opened and again when it was closed, and the stakes of options; results after fees and swap.
 */
export async function tradedByDay(
  { query }: Database,
  userId: string,
  stretch: Stretch,
): Promise<readonly TradedDay[]> {
  const [from, until] = [stretch.from.getTime(), stretch.until.getTime()]
  const { rows } = await sql<{ day: number; traded: bigint; result: bigint }>`
    WITH contracts AS (
      SELECT opened_at, closed_at, margin::numeric * leverage AS value, coalesce(profit, 0) + swap - fee AS result
        FROM orders_contracts
       WHERE user_id = ${userId} AND mode = 'real' AND opened_at IS NOT NULL
         AND (created_at >= ${from} OR closed_at >= ${from} OR status IN ('pending', 'open'))),
    options AS (
      SELECT opened_at, closed_at, stake, profit FROM options_orders
       WHERE user_id = ${userId} AND mode = 'real' AND opened_at >= ${from - optionLastsMs}),
    moves (at, traded, result) AS (
      SELECT opened_at, value, 0::numeric FROM contracts UNION ALL
      SELECT closed_at, value, result FROM contracts UNION ALL
      SELECT opened_at, stake, 0 FROM options UNION ALL
      SELECT closed_at, 0, coalesce(profit, 0) FROM options)
    SELECT (at / ${dayMs})::int AS day, sum(traded)::bigint AS traded, sum(result)::bigint AS result
      FROM moves WHERE at >= ${from} AND at < ${until} GROUP BY 1 ORDER BY 1 DESC`.execute(query)
  return rows.map(({ day, traded, result }) => ({
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    ...{ tradedMinor: traded, resultMinor: result },
  }))
}
