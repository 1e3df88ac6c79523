import type { RiskProduct } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { ClockedDatabase, Database, Reader } from '../../../platform/database/database.ts'
import { dayText } from '../../fees/fee-rebates-store.ts'

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
  let recorded = 0
  // No cases: days, each in its own transaction, and the next is only due after this one.
  for (let day = await nextDay(db.query); day !== null && day + dayMs <= clock.now(); ) {
    await recordDay(db, day)
    recorded += 1
    day = await nextDay(db.query)
  }
  return recorded
}

function recordDay(db: Database, day: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('orders_risk_done')
      .values({ day: dayText(day) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    const { rows } = await resultsBetween(day, day + dayMs).execute(tx)
    if (rows.length > 0)
      await tx
        .insertInto('orders_risk_days')
        .values(rows.map((row) => ({ day: dayText(day), ...row })))
        .execute()
  })
}

/** Returns the first day (its first millisecond) without recorded results, which may not be over; null before the first trade. */
async function nextDay(reader: Reader): Promise<number | null> {
  const { rows } = await sql<{ after: string | null; first: bigint | null }>`
    SELECT (SELECT max(day) + 1 FROM orders_risk_done)::text AS after,
           (SELECT min(created_at) FROM orders_all WHERE mode = 'real' AND kind IN ('contract', 'option')) AS first`.execute(
    reader,
  )
  const { after = null, first = null } = rows[0] ?? {}
  if (after !== null) return Date.parse(after)
  return first === null ? null : Number(first) - (Number(first) % dayMs)
}

/** Lists the recorded results from a day on, of one market or of all. */
export async function recordedResults(
  reader: Reader,
  { from, code }: { readonly from: number; readonly code: string | undefined },
): Promise<readonly DayResult[]> {
  let query = reader
    .selectFrom('orders_risk_days')
    .select([sql<string>`day::text`.as('day'), 'code', 'product', 'trades', 'prices', 'charges'])
    .where('day', '>=', dayText(from))
  if (code !== undefined) query = query.where('code', '=', code)
  return query.orderBy('day').execute()
}
