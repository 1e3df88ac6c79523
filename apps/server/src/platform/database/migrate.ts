import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Baseline, readBaseline, readFormerSteps, type SchemaRecord } from './baseline.ts'
import { withClient } from './database-server.ts'
import { DatabaseServerError } from './embedded/database-server-error.ts'
import { applyMigration, lockPatienceMs, refuseWhileRunning } from './upgrade/apply-migration.ts'
import { type Migration, upgradeOf } from './upgrade/migration.ts'

/** Everything that creates a database, and what databases from before release 0.1.0 recorded. */
export interface DatabaseSchema {
  readonly baseline: Baseline
  readonly formerSteps: readonly SchemaRecord[]
  readonly migrations: readonly Migration[]
  /** Time in which each migration gets its locks; a minute by default. */
  readonly lockPatienceMs?: number
}

/** Name under which a database records that it is at the baseline. */
export const baselineName = '0000-schema'
const migrationsDir = join(dirname(fileURLToPath(import.meta.url)), 'migrations')
/** Number of the lock that concurrent starts contend for; any number that no other lock uses. */
const migrationLock = '4820160127731'

let ofThisRelease: DatabaseSchema | null = null

/** Reads the schema of this release, once: a start needs it twice. */
export function readDatabaseSchema(): DatabaseSchema {
  ofThisRelease ??= {
    baseline: readBaseline(),
    formerSteps: readFormerSteps(),
    migrations: readMigrations(),
  }
  return ofThisRelease
}

/** Reads all migrations in order: a folder each, `<nnnn>-<name>/up.sql` with its `why.md`. */
export function readMigrations(dir = migrationsDir): Migration[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}-[a-z0-9-]+$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name, 'up.sql'), 'utf8')
      const why = join(dir, name, 'why.md')
      const upgrade = upgradeOf(existsSync(why) ? readFileSync(why, 'utf8') : '')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), upgrade }
    })
}

/**
 * Brings the database to the newest version. A new one is created from the baseline; one at the last former step equals it and
 * is recorded as such; then migrations follow, forward only, each in its own transaction. Concurrent starters wait for each
 * other. Refuses an older database, one whose schema or migrations were changed or are unknown here, and one that other processes
 * use while a migration needs a stop, before anything is done. Returns what was recorded now.
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
  await refuseWhileRunning(client, pending)
  for (const migration of pending)
    await applyMigration(client, migration, schema.lockPatienceMs ?? lockPatienceMs)
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

/** Adopts a database at the last former step: only its records change. */
const adoption = 'DELETE FROM db_migrations'

/** Compares what was recorded with `schema`: what is left to apply, or the first record in the way. */
export function compareRecords(
  records: Records,
  { baseline, formerSteps, migrations }: DatabaseSchema,
): { readonly pending: readonly Migration[] } | { readonly fault: SchemaFault; readonly name: string } {
  const start = { name: baselineName, ...baseline }
  // Nothing runs on a new database; one that is adopted may have processes of a version that does not know the adoption.
  if (records.size === 0) return { pending: [{ ...start, upgrade: 'rolling' }, ...migrations] }
  const isFormer = records.get(baselineName) !== baseline.checksum
  const unfit = firstUnfit(records, isFormer ? formerSteps : [start, ...migrations])
  if (unfit !== null) return unfit
  if (!isFormer) return { pending: migrations.filter(({ name }) => !records.has(name)) }
  if (isAtLastStep(records, formerSteps))
    return { pending: [{ ...start, sql: adoption, upgrade: 'stop' }, ...migrations] }
  return { fault: 'older', name: formerSteps.findLast(({ name }) => records.has(name))?.name ?? '' }
}

/** Finds the first record, the baseline's before others, that is not known, or is known with other checksums. */
function firstUnfit(records: Records, known: readonly SchemaRecord[]) {
  const names = [...records.keys()].sort()
  for (const name of names) {
    const same = known.filter((record) => record.name === name)
    if (same.length === 0 && name !== baselineName) return { fault: 'unknown' as const, name }
    if (!same.some(({ checksum }) => checksum === records.get(name)))
      return { fault: 'changed' as const, name }
  }
  return null
}

/** Reports whether the last of the former schemas and all that follows it are recorded; the steps before it may be. */
function isAtLastStep(records: Records, formerSteps: readonly SchemaRecord[]): boolean {
  const schema = formerSteps.findLastIndex(({ name }) => name === baselineName)
  return formerSteps.slice(schema).every(({ name, checksum }) => records.get(name) === checksum)
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

/** Name of the step that a database from before release 0.1.0 has to be at. */
export const lastStepOf = ({ formerSteps }: DatabaseSchema): string => formerSteps.at(-1)?.name ?? ''
