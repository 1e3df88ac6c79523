import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hourMs } from '@candor/rules/time-units.ts'
import pg from 'pg'
import { withIdleLimit } from '../session-limits.ts'
import { type Cluster, makePrivateFolder, prepareCluster, socketPort, superuser } from './cluster.ts'
import { DatabaseServerError } from './database-server-error.ts'
import type { PostgresUser } from './postgres-user.ts'
import { type Settings, startPostmaster, stopPostmaster } from './postmaster.ts'

/** Makes a cluster from what was stored of another. */
export interface Recovery {
  /** Fills the empty folder of the cluster with a base backup. */
  fill(clusterDir: string): Promise<void>
  /** Begins to give the segments, and returns PostgreSQL's settings for the recovery. */
  begin(clusterDir: string, user: PostgresUser): Promise<Settings>
  /** Called with the time of the last transaction in the result; null: there was none after the base backup. */
  reached(at: Date | null): void
  /** Called at its end, whether it succeeded or not. */
  end(): Promise<void>
}

/** Segments of weeks take their time. */
const longestRecoveryMs = 12 * hourMs

/** Fills the cluster's folder, lets PostgreSQL go through the segments after it, and stops it again: an ordinary start follows. */
export async function recoverCluster(cluster: Cluster, recovery: Recovery, extra: Settings): Promise<void> {
  const { dir, user } = cluster
  if (existsSync(dir))
    throw new DatabaseServerError('The database is not empty: restore into a new data folder.')
  makePrivateFolder(dir, user)
  await recovery.fill(dir)
  writeFileSync(join(dir, 'recovery.signal'), '', { mode: 0o600 })
  if (user.lent) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, dir])
  prepareCluster(cluster, true)
  try {
    const settings = await recovery.begin(dir, user)
    // Connections are accepted only once it is over.
    const child = await startPostmaster(
      cluster,
      { ...extra, ...settings, hot_standby: 'off', recovery_target_action: 'promote', archive_mode: 'off' },
      longestRecoveryMs,
    )
    recovery.reached(await lastReplayed(cluster))
    await stopPostmaster(child)
  } finally {
    await recovery.end()
  }
}

async function lastReplayed({ socketDir }: Cluster): Promise<Date | null> {
  const connection = { host: socketDir, port: socketPort, user: superuser, database: 'postgres' }
  const client = new pg.Client(withIdleLimit(connection))
  await client.connect()
  try {
    const { rows } = await client.query<{ at: string | null }>(
      `SELECT to_char(pg_last_xact_replay_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`,
    )
    const at = rows[0]?.at ?? null
    return at === null ? null : new Date(at)
  } finally {
    await client.end()
  }
}
