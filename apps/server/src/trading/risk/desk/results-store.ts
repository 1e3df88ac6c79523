import type { RiskProduct } from '@candor/contract'
import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { ClockedDatabase, Database, Reader } from '../../../platform/database/database.ts'

/** The operator's result by one market and product, in USDT's smallest unit. */
export interface MarketResult {
  readonly code: string
  readonly product: RiskProduct
  readonly trades: bigint
  /** Customers' losses by prices, less their gains; dividends and cash of splits stand for what a price lost. */
  readonly prices: bigint
  /** Their commissions and swaps, less swaps they received. */
  readonly charges: bigint
}

/** Result of a day, `YYYY-MM-DD`. */
export interface DayResult extends MarketResult {
  readonly day: string
}

/** Sums the trades of real accounts that closed from one moment until before another (epoch ms), by market and product. */
const resultsBetween = (fromMs: number, toMs: number) => sql<MarketResult>`
  SELECT code, kind AS product, count(*) AS trades, (-sum(profit + dividends + split_cash))::bigint AS prices,
         sum(fee - swap)::bigint AS charges
    FROM orders_all
   WHERE mode = 'real' AND kind IN ('contract', 'option') AND status = 'closed'
     AND closed_at >= ${fromMs} AND closed_at < ${toMs}
   GROUP BY code, kind`

/** Returns the results of the day (UTC) of a moment so far. */
export async function resultsOfDay(reader: Reader, now: number): Promise<readonly MarketResult[]> {
  const from = now - (now % dayMs)
  return (await resultsBetween(from, from + dayMs).execute(reader)).rows
}

/** Records the results of every day that is over, from the first trade on, the oldest first. Two processes may do so at once. */
export async function recordResults({ db, clock }: ClockedDatabase): Promise<number> {
  const now = clock.now()
  const today = now - (now % dayMs)
  let recorded = 0
  // No cases: days, each in its own transaction.
  for (let day = await firstOpenDay(db.query, today); day < today; day += dayMs) {
    await recordDay(db, day)
    recorded += 1
  }
  return recorded
}

function recordDay(db: Database, day: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('orders_risk_done')
      .values({ day: utcDay(day) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    const { rows } = await resultsBetween(day, day + dayMs).execute(tx)
    if (rows.length > 0)
      await tx
        .insertInto('orders_risk_days')
        .values(rows.map((row) => ({ day: utcDay(day), ...row })))
        .execute()
  })
}

/**
 * Returns the first day (its first millisecond) without recorded results. Before any is recorded that is the day of the first trade, and
 * yesterday at the latest, so that the first trade is looked for once.
 */
async function firstOpenDay(reader: Reader, today: number): Promise<number> {
  const { rows } = await sql<{ after: string | null }>`
    SELECT (max(day) + 1)::text AS after FROM orders_risk_done`.execute(reader)
  const after = rows[0]?.after ?? null
  if (after !== null) return Date.parse(after)
  const first = (await firstTrade(reader)) ?? today
  return Math.min(first - (first % dayMs), today - dayMs)
}

/** Returns when the first real-money order was placed, epoch ms; null: none was. Reads every order. */
async function firstTrade(reader: Reader): Promise<number | null> {
  const { rows } = await sql<{ at: bigint | null }>`
    SELECT min(created_at) AS at FROM orders_all WHERE mode = 'real' AND kind IN ('contract', 'option')`.execute(
    reader,
  )
  const at = rows[0]?.at ?? null
  return at === null ? null : Number(at)
}

/** Lists the recorded results from a day on, of one market or of all. */
export async function recordedResults(
  reader: Reader,
  { from, code }: { readonly from: number; readonly code: string | undefined },
): Promise<readonly DayResult[]> {
  let query = reader
    .selectFrom('orders_risk_days')
    .select([sql<string>`day::text`.as('day'), 'code', 'product', 'trades', 'prices', 'charges'])
    .where('day', '>=', utcDay(from))
  if (code !== undefined) query = query.where('code', '=', code)
  return query.orderBy('day').execute()
}
