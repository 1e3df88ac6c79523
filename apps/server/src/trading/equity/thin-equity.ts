import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import type { Database } from '../../platform/database/database.ts'

interface Resolution {
  readonly name: 'hour' | 'day'
  /** Each interval of this length (UTC) retains one point. */
  readonly bucketMs: number
  /** Points older than this are thinned. */
  readonly fromAgeMs: number
}

const resolutions: readonly Resolution[] = [
  { name: 'hour', bucketMs: hourMs, fromAgeMs: dayMs },
  { name: 'day', bucketMs: dayMs, fromAgeMs: 30 * dayMs },
]

/**
 * Thins recorded equity; a job. Every point remains for a day, the first of each hour for 30 days, and the first of each day (UTC) after that.
 * Works interval by interval from where it stopped, so no statement is long. Two processes may run it at once. Returns the number of deleted
 * points.
 */
export async function thinEquity(db: Database, now: number): Promise<number> {
  let gone = 0
  // No cases: points are thinned by their age alone.
  for (const resolution of resolutions) gone += await thinTo(db, resolution, now)
  return gone
}

async function thinTo(db: Database, { name, bucketMs, fromAgeMs }: Resolution, now: number): Promise<number> {
  const until = Math.floor((now - fromAgeMs) / bucketMs) * bucketMs
  let gone = 0
  // No cases: points are thinned by their age alone.
  for (let from = await nextBucket(db, name, bucketMs); from !== null && from < until; ) {
    const { rowCount } = await db.pool.query(thinText, [from, from + bucketMs])
    gone += rowCount ?? 0
    await db.pool.query(
      'UPDATE orders_equity_thinned SET through = greatest(through, $2) WHERE resolution = $1',
      [name, from + bucketMs],
    )
    from = await nextBucket(db, name, bucketMs)
  }
  return gone
}

/** Of each account the first point of the stretch stays. */
const thinText = `
  DELETE FROM orders_equity e
   WHERE e.at >= $1 AND e.at < $2
     AND EXISTS (SELECT FROM orders_equity k WHERE k.user_id = e.user_id AND k.mode = e.mode AND k.at >= $1 AND k.at < e.at)`

/** The beginning of the next stretch that holds a point; null: there is none. */
async function nextBucket(db: Database, name: string, bucketMs: number): Promise<number | null> {
  const { rows } = await db.pool.query<{ at: bigint }>(
    `SELECT e.at FROM orders_equity_thinned t JOIN orders_equity e ON e.at >= t.through
      WHERE t.resolution = $1 ORDER BY e.at LIMIT 1`,
    [name],
  )
  const [row] = rows
  return row === undefined ? null : Math.floor(Number(row.at) / bucketMs) * bucketMs
}
