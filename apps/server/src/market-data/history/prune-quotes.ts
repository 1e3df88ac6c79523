import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourMs } from '@candor/rules/time-units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

/** Days for which every quote of every market is kept. */
export const retentionDays = 35
const retentionHours = retentionDays * 24
/** Hours handled in one run: what a server that was off for long has left is caught up in a few. */
const hoursInARun = 240

/**
 * Throws away quotes older than 35 days, an hour at a time. Minutes in which trading used a quote stay with all of their
 * quotes, and so do the minutes of such an hour: receipts of any age are made of them. Hours stay for good.
 */
export async function pruneQuotes(db: Database, clock: Clock): Promise<{ readonly ticks: number }> {
  const until = Math.floor(clock.now() / hourMs) - retentionHours
  const from = (await prunedThrough(db)) ?? (await oldestHour(db))
  let ticks = 0
  if (from === null) return { ticks }
  const to = Math.min(until, from + hoursInARun)
  // No cases: quotes are deleted by their age alone.
  for (let hour = from; hour < to; hour++) {
    ticks += await pruneHour(db, hour)
    await nextTurn()
  }
  if (to > from) await keepProgress(db, to)
  return { ticks }
}

async function prunedThrough(db: Database): Promise<number | null> {
  const { rows } = await db.pool.query<{ through: bigint }>('SELECT through FROM markets_quotes_pruned')
  return rows[0] === undefined ? null : Number(rows[0].through)
}

async function oldestHour(db: Database): Promise<number | null> {
  const { rows } = await db.pool.query<{ oldest: bigint | null }>(
    'SELECT min(minute) / 60 AS oldest FROM markets_quote_ticks',
  )
  return rows[0]?.oldest == null ? null : Number(rows[0].oldest)
}

async function keepProgress(db: Database, through: number): Promise<void> {
  await db.pool.query(
    `INSERT INTO markets_quotes_pruned (through) VALUES ($1)
     ON CONFLICT (one) DO UPDATE SET through = greatest(markets_quotes_pruned.through, excluded.through)`,
    [through],
  )
}

async function pruneHour(db: Database, hour: number): Promise<number> {
  const { rowCount } = await db.pool.query(
    `DELETE FROM markets_quote_ticks t WHERE t.minute BETWEEN $1 AND $2 AND t.closed
        AND NOT EXISTS (SELECT FROM markets_quotes q WHERE q.code = t.code AND q.seq BETWEEN t.first_seq AND t.last_seq)`,
    [hour * 60, hour * 60 + 59],
  )
  await db.pool.query(
    `DELETE FROM markets_quote_minutes m USING (
        SELECT code, min(first_seq) AS first_seq, max(last_seq) AS last_seq FROM markets_quote_minutes
         WHERE minute BETWEEN $1 AND $2 GROUP BY code) h
      WHERE m.code = h.code AND m.minute BETWEEN $1 AND $2
        AND EXISTS (SELECT FROM markets_quote_hours k WHERE k.code = h.code AND m.first_seq BETWEEN k.first_seq AND k.last_seq)
        AND NOT EXISTS (SELECT FROM markets_quotes q WHERE q.code = h.code AND q.seq BETWEEN h.first_seq AND h.last_seq)`,
    [hour * 60, hour * 60 + 59],
  )
  return rowCount ?? 0
}
