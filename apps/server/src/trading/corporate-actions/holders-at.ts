import { sql } from 'kysely'
import type { Holder } from '../../market-data/market-events/cancellations-store.ts'
import type { HoldersRequest } from '../../market-data/market-events/notify-cancellations.ts'
import type { Reader } from '../../platform/database/database.ts'

const firstCursor = { userId: '00000000-0000-0000-0000-000000000000', mode: '' }

/**
 * Finds accounts with something open or waiting in a market at a moment that has just passed, in the order of customer and account. What
 * closed since then counts too.
 */
export async function holdersAt(
  reader: Reader,
  { code, at, options, after, limit }: HoldersRequest,
): Promise<readonly Holder[]> {
  const { userId, mode } = after ?? firstCursor
  const next = sql`code = ${code} AND (user_id, mode) > (${userId}::uuid, ${mode}::text)`
  const page = sql`ORDER BY user_id, mode LIMIT ${limit}`
  const running = sql`UNION (
    SELECT DISTINCT user_id, mode FROM options_orders
     WHERE ${next} AND opened_at <= ${at} AND (status = 'open' OR closed_at >= ${at}) ${page})`
  const { rows } = await sql<Holder>`
    SELECT user_id AS "userId", mode FROM (
      (SELECT DISTINCT user_id, mode FROM orders_contracts
        WHERE ${next} AND status IN ('pending', 'open') AND created_at <= ${at} ${page})
      UNION
      (SELECT DISTINCT user_id, mode FROM orders_contracts
        WHERE ${next} AND closed_at >= ${at} AND created_at <= ${at} ${page})
      ${options ? running : sql``}) holders ${page}`.execute(reader)
  return rows
}
