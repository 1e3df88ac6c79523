import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import {
  type Baseline,
  type EarlierSchema,
  type FormerSteps,
  readBaseline,
  readEarlierSchemas,
  readFormerSteps,
  type SchemaRecord,
} from './baseline.ts'
import { withClient } from './database-server.ts'
import { DatabaseServerError } from './embedded/database-server-error.ts'

export interface Migration {
  /** The folder's name: `0001-fee-classes`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of `sql`, hex. */
  readonly checksum: string
}

/**
 * Everything that creates a database: the baseline, earlier baselines, the steps that led there before it had files, and the
 * migrations.
 */
export interface DatabaseSchema {
  readonly baseline: Baseline
  readonly earlier: readonly EarlierSchema[]
  readonly formerSteps: FormerSteps
  readonly migrations: readonly Migration[]
}

/** Name under which a database records that it is at the baseline. */
export const baselineName = '0000-schema'
const migrationsDir = join(dirname(fileURLToPath(import.meta.url)), 'migrations')
/** Number of the lock that concurrent starts contend for; any number that no other lock uses. */
const migrationLock = '4820160127731'

/** Reads the schema of this release. */
export const readDatabaseSchema = (): DatabaseSchema => ({
  baseline: readBaseline(),
  earlier: readEarlierSchemas(),
  formerSteps: readFormerSteps(),
  migrations: readMigrations(),
})

/** Reads all migrations in order: a folder each, `<nnnn>-<name>/up.sql` with its `why.md`. */
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
 * Brings the database to the newest version. A new one is created from the baseline; one of an earlier baseline or of the
 * former steps is brought to it; then migrations follow, forward only, each in its own transaction. Concurrent starters wait
 * for each other. Refuses a database older than the baseline, and one whose schema or migrations were changed or are unknown
 * here, before anything is done. Returns what was recorded now.
 */
export const migrate = (owner: pg.PoolConfig, schema = readDatabaseSchema()): Promise<string[]> =>
  oneStarterAtATime(owner, (client) => applyMigrations(client, schema))

/** Runs `work` while no other process changes the schema of this database. */
export const oneStarterAtATime = <T>(
  owner: pg.PoolConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withClient(owner, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${migrationLock})`)
    return work(client)
  })

/** Lists what is left to apply, the baseline included. Refuses as `migrate` does, and does nothing. */
export async function pendingMigrations(
  client: pg.Client,
  schema = readDatabaseSchema(),
): Promise<readonly Migration[]> {
  const found = compareRecords(await readRecords(client), schema)
  if ('fault' in found) throw new DatabaseServerError(refusals[found.fault](found.name, schema))
  return found.pending
}

/** As `migrate`, for a caller that already holds the lock. */
export async function applyMigrations(client: pg.Client, schema = readDatabaseSchema()): Promise<string[]> {
  const pending = await pendingMigrations(client, schema)
  for (const migration of pending) await apply(client, migration)
  return pending.map(({ name }) => name)
}

type Records = ReadonlyMap<string, string>

async function readRecords(client: pg.Client): Promise<Records> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('db_migrations') IS NOT NULL AS there",
  )
  if (tables[0]?.there !== true) return new Map()
  const { rows } = await client.query<SchemaRecord>('SELECT name, checksum FROM db_migrations')
  return toRecords(rows)
}

/** Turns what a database or a backup recorded into checksums by name. */
export const toRecords = (rows: readonly SchemaRecord[]): Records =>
  new Map(rows.map(({ name, checksum }) => [name, checksum]))

/** Reason that a database or a backup cannot be brought to this schema. */
export type SchemaFault = 'unknown' | 'changed' | 'older'

/** Compares what was recorded with `schema`: what is left to apply, or the first record in the way. */
export function compareRecords(
  records: Records,
  schema: DatabaseSchema,
): { readonly pending: readonly Migration[] } | { readonly fault: SchemaFault; readonly name: string } {
  const { baseline, formerSteps, migrations } = schema
  const baselines = acceptedBaselines(schema)
  const unfit = firstUnfit(records, baselines, toRecords([...formerSteps.steps, ...migrations]))
  if (unfit !== null) return unfit
  const start = { name: baselineName, ...baseline }
  if (records.size === 0) return { pending: [start, ...migrations] }
  const left = migrations.filter(({ name }) => !records.has(name))
  const reached = baselineOf(records, formerSteps)
  if (reached === baseline.checksum && records.has(baselineName)) return { pending: left }
  const sql = baselines.get(reached)
  if (sql === undefined) return { fault: 'older', name: [...records.keys()].sort().at(-1) ?? '' }
  return { pending: [{ ...start, sql }, ...left] }
}

/** Finds the first record that this schema does not know, or knows with another checksum. */
function firstUnfit(records: Records, baselines: ReadonlyMap<string, string>, known: Records) {
  for (const [name, checksum] of records) {
    const isBaseline = name === baselineName
    if (!isBaseline && !known.has(name)) return { fault: 'unknown' as const, name }
    const isSame = isBaseline ? baselines.has(checksum) : known.get(name) === checksum
    if (!isSame) return { fault: 'changed' as const, name }
  }
  return null
}

/** The baselines that a database may be at, each with the statements that lead from it to the present one. */
const acceptedBaselines = ({ baseline, earlier }: DatabaseSchema): ReadonlyMap<string, string> =>
  new Map([[baseline.checksum, ''], ...earlier.map(({ checksum, sql }) => [checksum, sql] as const)])

/** Checksum of the baseline that a database is at, by its own record or as all of the former steps made it; empty when it is at none. */
function baselineOf(records: Records, { steps, equal }: FormerSteps): string {
  const hasAllSteps = steps.every(({ name }) => records.has(name))
  return records.get(baselineName) ?? (hasAllSteps ? equal : '')
}

const refusals: Readonly<Record<SchemaFault, (name: string, schema: DatabaseSchema) => string>> = {
  unknown: (name) =>
    `The database has the migration ${name}, which this release does not know: run a newer release.`,
  changed: (name) =>
    name === baselineName
      ? 'The schema was changed after this database was created from it: restore its files and add a migration instead.'
      : `The migration ${name} was changed after it was applied: restore its up.sql and add a new migration instead.`,
  older: (name, schema) =>
    `The database is of an older version, at the step ${name}: start it once with the last version that has the steps, up to ${lastStepOf(schema)}, and then with this one. Nothing was changed.`,
}

/** Name of the last step that a database needs to be at the baseline. */
export const lastStepOf = ({ formerSteps }: DatabaseSchema): string => formerSteps.steps.at(-1)?.name ?? ''

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(`CREATE TABLE IF NOT EXISTS db_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    await client.query(sql)
    // A database of an earlier baseline has a record already.
    await client.query(
      `INSERT INTO db_migrations (name, checksum) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET checksum = EXCLUDED.checksum, applied_at = now()`,
      [name, checksum],
    )
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK')
    throw new DatabaseServerError(
      `The migration ${name} failed and was rolled back: ${(cause as Error).message}`,
      { cause },
    )
  }
}
