import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { tradingFeesByOwner } from '../../ledger/reports/paid-fees.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { OrdersTables } from '../orders/orders-tables.ts'

/** Days are caught up this far back. */
const caughtUp = 31

/** A customer's rebate of a day, not settled yet. */
export interface OwedRebate {
  readonly id: string
  readonly day: number
  readonly userId: string
}

/** Returns the ended days of the last 31 whose rebates are not recorded yet, oldest first. */
export async function openDays(db: Database, now: number): Promise<number[]> {
  const today = now - (now % dayMs)
  const days = Array.from({ length: caughtUp }, (_, back) => today - (caughtUp - back) * dayMs)
  const { rows } = await db.pool.query<{ day: string }>(
    'SELECT day::text FROM orders_fee_rebate_days WHERE day >= $1',
    [utcDay(days[0] ?? today)],
  )
  const done = new Set(rows.map(({ day }) => day))
  return days.filter((day) => !done.has(utcDay(day)))
}

/** Returns the start of the first day (UTC) whose rebates are not recorded; today counts as one. */
export async function rebatesOwedUntil(db: Database, now: number): Promise<number> {
  return (await openDays(db, now))[0] ?? now - (now % dayMs)
}

/** Finds which of these customers are still owed a rebate. */
export async function owedRebatesOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('orders_fee_rebates_owed')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Records once which customers paid fees on a past day; with `owes` false the day pays no rebates. */
export async function oweDay(
  db: Database,
  { day, now, owes }: { readonly day: number; readonly now: number; readonly owes: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('orders_fee_rebate_days')
      .values({ day: utcDay(day), done_at: BigInt(now) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!owes || numInsertedOrUpdatedRows !== 1n) return
    await sql`
      INSERT INTO orders_fee_rebates_owed (day, user_id, fees)
      SELECT ${utcDay(day)}::date, paid.owner::uuid, paid.fees
        FROM (${tradingFeesByOwner(day, day + dayMs)}) paid
       WHERE NOT EXISTS (SELECT FROM orders_fee_rebates r WHERE r.user_id = paid.owner::uuid AND r.day = ${utcDay(day)}::date)`.execute(
      tx,
    )
  })
}

/** Lists owed rebates, the oldest day first, after the one with this id. */
export async function owedRebates(
  reader: Reader,
  limit: number,
  after: string | null,
): Promise<OwedRebate[]> {
  const [day, userId] = after?.split('/') ?? []
  const { rows } = await sql<{ day: string; user_id: string }>`
    SELECT day::text, user_id FROM orders_fee_rebates_owed
     WHERE ${day === undefined ? sql`true` : sql`(day, user_id) > (${day}::date, ${userId}::uuid)`}
     ORDER BY orders_fee_rebates_owed.day, user_id LIMIT ${limit}`.execute(reader)
  return rows.map((row) => ({
    id: `${row.day}/${row.user_id}`,
    day: Date.parse(row.day),
    userId: row.user_id,
  }))
}

/** Of these what is still owed, locked, with what each traded in the `windowDays` before their day; what another process settles now is left out. */
export async function lockOwed(tx: Tx, page: readonly OwedRebate[], windowDays: number) {
  const { rows } = await sql<{ place: number; fees: bigint; volume: bigint }>`
    SELECT asked.place::int, owed.fees, traded.volume
      FROM unnest(${page.map(({ day }) => utcDay(day))}::date[], ${page.map(({ userId }) => userId)}::uuid[], ${page.map(({ day }) => String(day))}::bigint[])
           WITH ORDINALITY asked (day, user_id, day_ms, place)
      JOIN orders_fee_rebates_owed owed ON owed.day = asked.day AND owed.user_id = asked.user_id
     CROSS JOIN LATERAL (${volumeOf(sql`owed.user_id`, sql`asked.day_ms - ${windowDays * dayMs}`, sql`asked.day_ms`)}) traded
     ORDER BY asked.place
       FOR NO KEY UPDATE OF owed SKIP LOCKED`.execute(tx)
  return rows.flatMap(({ place, fees, volume }) => {
    const owed = page[place - 1]
    return owed === undefined ? [] : [{ ...owed, fees, volume }]
  })
}

export async function keepPaid(
  tx: Tx,
  rows: readonly Insertable<OrdersTables['orders_fee_rebates']>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('orders_fee_rebates').values(rows).execute()
}

/** Nothing more is owed of these. */
export async function settleOwed(tx: Tx, settled: readonly OwedRebate[]): Promise<void> {
  await sql`
    DELETE FROM orders_fee_rebates_owed o
     USING unnest(${settled.map(({ day }) => utcDay(day))}::date[], ${settled.map(({ userId }) => userId)}::uuid[]) settled (day, user_id)
     WHERE o.day = settled.day AND o.user_id = settled.user_id`.execute(tx)
}

/** Values a customer's real contracts at opening, and again at closing, between two moments (epoch ms). */
export const volumeOf = (
  userId: RawBuilder<unknown>,
  fromMs: RawBuilder<unknown>,
  toMs: RawBuilder<unknown>,
) =>
  sql<{ volume: bigint }>`
  SELECT coalesce(sum(margin::numeric * leverage
           * ((opened_at >= ${fromMs} AND opened_at < ${toMs})::int
              + coalesce((closed_at >= ${fromMs} AND closed_at < ${toMs})::int, 0))), 0)::bigint AS volume
    FROM (SELECT margin, leverage, opened_at, closed_at FROM orders_contracts
           WHERE user_id = ${userId} AND mode = 'real' AND closed_at >= ${fromMs}
          UNION ALL
          SELECT margin, leverage, opened_at, closed_at FROM orders_contracts
           WHERE user_id = ${userId} AND mode = 'real' AND status IN ('pending', 'open')) own
   WHERE opened_at < ${toMs}`
