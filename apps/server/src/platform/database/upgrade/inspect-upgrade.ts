import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { refuseWrongKeys } from '../../keys/settle-keys.ts'
import { StartError } from '../../start-error.ts'
import { lastBackupMs } from '../backup/last-backup.ts'
import { embeddedMajor } from '../embedded/binaries.ts'
import { DatabaseServerError } from '../embedded/database-server-error.ts'
import { type Nature, natureOf } from '../installation.ts'
import { pendingMigrations } from '../migrate.ts'
import type { Migration } from './migration.ts'
import { runningProcesses } from './running-processes.ts'

/** State of an installation before an upgrade. */
export interface UpgradeState {
  /** Version of Node that runs this program. */
  readonly node: string
  readonly nature: Nature
  /** Newest migration in the database. */
  readonly schema: string
  /** Migrations that the start would apply, or the reason why this version refuses the database. */
  readonly outstanding: readonly Migration[] | string
  readonly postgres: {
    /** Major version that serves the database. */
    readonly major: string
    /** Major version that this program brings for an embedded one; null where PostgreSQL is given. */
    readonly embedded: string | null
  }
  /** Reason why the data folder's key does not fit; null: it does. */
  readonly wrongKeys: string | null
  readonly databaseBytes: number
  /** Free space on the disk of an embedded database; null where PostgreSQL is given. */
  readonly freeBytes: number | null
  readonly lastBackupMs: number | null
  /** Server processes on the database. */
  readonly running: readonly string[]
  /** Transactions that have been open for more than a minute, by process id of PostgreSQL. */
  readonly longTransactions: readonly { readonly pid: number; readonly minutes: number }[]
}

interface Place {
  readonly dataDir: string
  /** Folder of the embedded cluster; null where PostgreSQL is given. */
  readonly clusterDir: string | null
}

/** Reads what an upgrade depends on, in a session that cannot write. */
export async function inspectUpgrade(
  client: pg.Client,
  { dataDir, clusterDir }: Place,
): Promise<UpgradeState> {
  await client.query('SET default_transaction_read_only = on')
  const nature = await natureOf(client)
  const isEmbedded = clusterDir !== null
  return {
    node: process.versions.node,
    nature,
    schema: nature === 'new' ? '' : await newestMigration(client),
    outstanding: await pendingMigrations(client).catch(reasonOf(DatabaseServerError)),
    postgres: { major: await majorOf(client), embedded: isEmbedded ? embeddedMajor() : null },
    wrongKeys: await refuseWrongKeys(client, dataDir).then(() => null, reasonOf(StartError)),
    databaseBytes: await sizeOf(client),
    freeBytes: isEmbedded ? await freeBytesOf(clusterDir) : null,
    lastBackupMs: await lastBackupMs(dataDir),
    running: await runningProcesses(client),
    longTransactions: await longTransactions(client),
  }
}

/** Turns a refusal into its sentence; any other failure stays one. */
const reasonOf =
  (refusal: typeof DatabaseServerError | typeof StartError) =>
  (error: unknown): string => {
    if (error instanceof refusal) return error.message
    throw error
  }

async function newestMigration(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM db_migrations ORDER BY name DESC LIMIT 1',
  )
  return rows[0]?.name ?? ''
}

async function majorOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  )
  return String(rows[0]?.major)
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  )
  return rows[0]?.bytes ?? 0
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A role sees the transactions of its own role only, unless it may read all statistics: those of backups are among them. */
async function longTransactions(client: pg.Client): Promise<UpgradeState['longTransactions']> {
  const { rows } = await client.query<{ pid: number; minutes: number }>(
    `SELECT pid, floor(extract(epoch FROM now() - xact_start) / 60)::int AS minutes FROM pg_stat_activity
      WHERE datname = current_database() AND xact_start < now() - interval '1 minute' AND pid <> pg_backend_pid()
        AND backend_type = 'client backend'
      ORDER BY xact_start`,
  )
  return rows
}
