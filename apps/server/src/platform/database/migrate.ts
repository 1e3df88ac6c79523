import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { withClient } from './database-server.ts'
import { DatabaseServerError } from './embedded/database-server-error.ts'

export interface Migration {
  /** The folder's name: `0002-ledger`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of `sql`, hex. */
  readonly checksum: string
}

const migrationsDir = join(dirname(fileURLToPath(import.meta.url)), 'migrations')
/** Number of the lock that concurrent starts contend for; any number that no other lock uses. */
const migrationLock = '4820160127731'

/** All migrations in order: a folder each, `<nnnn>-<name>/up.sql` with its `why.md`. */
export function readMigrations(dir = migrationsDir): Migration[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}-[a-z0-9-]+$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name, 'up.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings the database to the newest form: forward only, each migration in its own transaction, two starters one after the other.
 * Refuses when an applied migration was changed or is unknown here, before anything is done. Answers what was applied now.
 */
export const migrate = (owner: pg.PoolConfig, migrations = readMigrations()): Promise<string[]> =>
  oneStarterAtATime(owner, (client) => applyMigrations(client, migrations))

/** Runs `work` while no other process changes the form of this database. */
export const oneStarterAtATime = <T>(
  owner: pg.PoolConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withClient(owner, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${migrationLock})`)
    return work(client)
  })

/** Those that were not applied yet. Refuses as `migrate` does, and does nothing. */
export async function pendingMigrations(
  client: pg.Client,
  migrations = readMigrations(),
): Promise<readonly Migration[]> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('db_migrations') IS NOT NULL AS there",
  )
  const applied = rows[0]?.there === true ? await readApplied(client) : new Map<string, string>()
  refuseChanged(applied, migrations)
  return migrations.filter(({ name }) => !applied.has(name))
}

/** As `migrate`, for who is alone with the database already. */
export async function applyMigrations(client: pg.Client, migrations = readMigrations()): Promise<string[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS db_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const open = await pendingMigrations(client, migrations)
  for (const migration of open) await apply(client, migration)
  return open.map(({ name }) => name)
}

async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM db_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseChanged(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    const ours = known.get(name)
    if (ours === undefined)
      throw new DatabaseServerError(
        `The database has the migration ${name}, which this release does not know: run a newer release.`,
      )
    if (ours !== checksum)
      throw new DatabaseServerError(
        `The migration ${name} was changed after it was applied: put its up.sql back and add a new one instead.`,
      )
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO db_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK')
    throw new DatabaseServerError(
      `The migration ${name} failed and was taken back: ${(cause as Error).message}`,
      { cause },
    )
  }
}
