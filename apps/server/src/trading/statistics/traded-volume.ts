import { writeUsdt } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

const cacheMs = 30_000

/**
 * Returns the volume of real accounts in the last 24 hours, in USDT: the value of every contract when it was opened, and again when it was
 * closed. Demo never counts (trust T16). Cached for half a minute, since every visit of the home page requests it.
 */
export function tradedVolume(db: Database, clock: Clock): () => Promise<string> {
  let cached: { at: number; volume: Promise<string> } | null = null
  return () => {
    const now = clock.now()
    if (cached === null || now - cached.at > cacheMs || now < cached.at) {
      cached = { at: now, volume: readVolume(db, now - dayMs) }
      cached.volume.catch(() => {
        cached = null
      })
    }
    return cached.volume
  }
}

async function readVolume(db: Database, since: number): Promise<string> {
  const { rows } = await db.pool.query<{ volume: string | null }>(
    `SELECT sum(margin::numeric * leverage
              * ((opened_at >= $1)::int + coalesce((closed_at >= $1)::int, 0))) AS volume
       FROM orders_contracts
      WHERE mode = 'real' AND (opened_at >= $1 OR closed_at >= $1)`,
    [since],
  )
  return writeUsdt(BigInt(rows[0]?.volume ?? '0'))
}
