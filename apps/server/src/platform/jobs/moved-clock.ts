import pg from 'pg'
import type { Logger } from 'pino'
import type { OffsetClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { withIdleLimit } from '../database/session-limits.ts'

const channel = 'candor_clock'

/** Reads the offset of a sandbox's clock, in milliseconds. */
export async function readClockOffset(db: Database): Promise<number> {
  const row = await db.query.selectFrom('jobs_clock').select('offset_ms').executeTakeFirstOrThrow()
  return Number(row.offset_ms)
}

/** Moves a sandbox's clock forward, here and in every running server; returns the whole offset, or null for a real installation. */
export async function advanceClock(db: Database, byMs: number): Promise<number | null> {
  const row = await db.query
    .updateTable('jobs_clock')
    .set((eb) => ({ offset_ms: eb('offset_ms', '+', BigInt(byMs)) }))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('db_installation').select('sandbox').where('sandbox', '=', true)),
    )
    .returning('offset_ms')
    .executeTakeFirst()
  if (row === undefined) return null
  await db.pool.query(`SELECT pg_notify('${channel}', $1)`, [String(row.offset_ms)])
  return Number(row.offset_ms)
}

const againAfterMs = 1_000

/** Follows the clock of the database, so that `candor clock advance` takes effect at once. Returns the function that stops it. */
export function followClock(
  db: Database,
  connection: pg.PoolConfig,
  clock: OffsetClock,
  log: Logger,
): () => Promise<void> {
  let stopped = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null
  const connect = async () => {
    const fresh = new pg.Client(withIdleLimit(connection))
    client = fresh
    fresh.on('error', () => undefined)
    fresh.on('end', () => {
      if (!stopped) again = setTimeout(reconnect, againAfterMs)
    })
    fresh.on('notification', ({ payload }) => clock.moveTo(Number(payload)))
    await fresh.connect()
    await fresh.query(`LISTEN ${channel}`)
    clock.moveTo(await readClockOffset(db))
  }
  const reconnect = () => {
    connect().catch((err: unknown) => log.warn({ err }, 'changes of the clock cannot be received now'))
  }
  reconnect()
  return async () => {
    stopped = true
    if (again !== null) clearTimeout(again)
    await client?.end().catch(() => undefined)
  }
}
