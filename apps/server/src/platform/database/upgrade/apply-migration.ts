import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseServerError } from '../embedded/database-server-error.ts'
import type { Migration } from './migration.ts'
import { runningProcesses } from './running-processes.ts'

/** A table that cannot be locked is left at once: everything else that wants it waits behind. Shorter than PostgreSQL's look for deadlocks. */
const lockTimeoutMs = 500
const againAfterMs = 250
/** Time in which a migration gets its locks. */
export const lockPatienceMs = 60_000

/** Codes of a lock that was not to be had, and of a deadlock. */
const isLocked = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code: string }).code)

/** Refuses migrations that need a stop while server processes use the database. */
export async function refuseWhileRunning(
  client: pg.ClientBase,
  pending: readonly Migration[],
): Promise<void> {
  const stops = pending.find(({ upgrade }) => upgrade === 'stop')
  if (stops === undefined) return
  const running = await runningProcesses(client)
  if (running.length > 0)
    throw new DatabaseServerError(
      `The migration ${stops.name} needs every process of this installation to be stopped first. Still connected: ${running.join('; ')}. Nothing was changed.`,
    )
}

/** Applies a migration in one transaction. While others hold a table that it changes, it tries again for as long as `patienceMs`. */
export async function applyMigration(
  client: pg.ClientBase,
  migration: Migration,
  patienceMs: number,
): Promise<void> {
  for (const until = performance.now() + patienceMs; ; ) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      if (!isLocked(error))
        throw failed(migration, `failed and was rolled back: ${(error as Error).message}`, error)
      if (performance.now() > until)
        throw failed(
          migration,
          `was rolled back: for ${Math.round(patienceMs / 1_000)} s another connection held a table that it changes. If a backup or an import runs, start again when it has ended.`,
          error,
        )
    }
    await sleep(againAfterMs)
  }
}

const failed = ({ name }: Migration, how: string, cause: unknown) =>
  new DatabaseServerError(`The migration ${name} ${how}`, { cause })

async function applyOnce(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    await client.query(`CREATE TABLE IF NOT EXISTS db_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    await client.query(sql)
    await client.query('INSERT INTO db_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
