import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../database.ts'
import {
  appRole,
  type DatabaseServer,
  openDatabaseServer,
  refuseOldVersion,
  withClient,
} from '../database-server.ts'
import { DatabaseServerError } from '../embedded/database-server-error.ts'
import type { EngineLog } from '../embedded/embedded-server.ts'
import { notedIn } from '../embedded/outside.ts'
import { migrate } from '../migrate.ts'
import { temporaryDataDir } from './temporary-data-dir.ts'

export interface TemporaryDatabaseOptions {
  /** A server to create the database on, next to its others; null starts a separate PostgreSQL. */
  readonly databaseUrl: string | null
  /** Purpose of the database, used in its name or its folder's. */
  readonly purpose: string
  readonly log: EngineLog
}

const connections = 4
const patienceMs = 10_000
/** Nothing in it outlives the work, so nothing waits for the disk. */
const forgetful = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Runs `work` on a migrated database that exists only meanwhile. The database that `databaseUrl` names is never written to. */
export function withTemporaryDatabase<T>(
  options: TemporaryDatabaseOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return options.databaseUrl === null ? withOwnServer(options, work) : onGivenServer(options, work)
}

async function withOwnServer<T>(
  { purpose, log }: TemporaryDatabaseOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const dataDir = temporaryDataDir(`candor-${purpose}-`)
  try {
    const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log, settings: forgetful })
    try {
      return await createDatabaseIn(databaseServer, work)
    } finally {
      await databaseServer.stop()
    }
  } finally {
    const outside = notedIn(dataDir)
    if (outside !== null) rmSync(dirname(outside), { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function onGivenServer<T>(
  { databaseUrl, purpose }: TemporaryDatabaseOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const given: pg.PoolConfig = { connectionString: databaseUrl ?? '', connectionTimeoutMillis: patienceMs }
  const name = `candor_${purpose}_${randomBytes(6).toString('hex')}`
  const hadRole = await createDatabase(given, name)
  const url = new URL(databaseUrl ?? '')
  url.pathname = `/${name}`
  // As its owner: preparing the application's role could change the password that a running server connects with.
  const owner: pg.PoolConfig = { connectionString: url.toString() }
  try {
    return await createDatabaseIn({ owner, app: owner }, work)
  } finally {
    await dropDatabase(given, name, hadRole)
  }
}

async function createDatabaseIn<T>(
  databaseServer: Pick<DatabaseServer, 'owner' | 'app'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  await migrate(databaseServer.owner)
  const db = openDatabase({ ...databaseServer.app, max: connections })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Reports whether the server knew the application's role before. */
async function createDatabase(given: pg.PoolConfig, name: string): Promise<boolean> {
  try {
    return await withClient(given, async (client) => {
      await refuseOldVersion(client)
      const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [appRole])
      await client.query(
        `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
      )
      return rowCount !== 0
    })
  } catch (cause) {
    if (cause instanceof DatabaseServerError) throw cause
    const { code, message } = cause as { code?: string; message: string }
    throw new DatabaseServerError(
      code === '42501'
        ? 'The user of DATABASE_URL cannot create a database, and this command needs one of its own: give the user CREATEDB, or unset DATABASE_URL to use an embedded PostgreSQL.'
        : `No database could be created on the PostgreSQL in DATABASE_URL: ${message}`,
      { cause },
    )
  }
}

/** Removes the role too if it was created with this database; PostgreSQL keeps it if another database uses it by now. */
async function dropDatabase(given: pg.PoolConfig, name: string, keepRole: boolean): Promise<void> {
  await withClient(given, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
    if (!keepRole) await client.query(`DROP ROLE IF EXISTS ${appRole}`).catch(() => undefined)
  })
}
