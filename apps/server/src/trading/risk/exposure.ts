import type { ExposureLine } from '@candor/contract'
import { type Lots, writeLots, writeUsdt } from '@candor/money'
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Lists the open real-money contracts of all customers, market by market, the largest margin first. */
export async function exposureByMarket(db: Database): Promise<ExposureLine[]> {
  const { rows } = await db.pool.query<{
    code: string
    long: bigint
    short: bigint
    customers: bigint
    margin: bigint
  }>(
    `SELECT code, coalesce(sum(lots) FILTER (WHERE direction = 'buy'), 0)::bigint AS long,
            coalesce(sum(lots) FILTER (WHERE direction = 'sell'), 0)::bigint AS short,
            count(DISTINCT user_id) AS customers, sum(margin)::bigint AS margin
       FROM orders_contracts WHERE status = 'open' AND mode = 'real' GROUP BY code ORDER BY margin DESC, code`,
  )
  return rows.map(({ code, long, short, customers, margin }) => ({
    code,
    long: writeLots(long as Lots),
    short: writeLots(short as Lots),
    customers: Number(customers),
    margin: writeUsdt(margin),
  }))
}

/** Margin of all positions open with real money, in USDT's smallest unit. */
export async function openMargin(reader: Kysely<Schema> | Tx): Promise<bigint> {
  const row = await reader
    .selectFrom('orders_contracts')
    .select(sql<bigint>`coalesce(sum(margin), 0)::bigint`.as('minor'))
    .where('status', '=', 'open')
    .where('mode', '=', 'real')
    .executeTakeFirstOrThrow()
  return row.minor
}
