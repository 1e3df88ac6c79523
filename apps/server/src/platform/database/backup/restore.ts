import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { type Database, openDatabase } from '../database.ts'
import { withClient } from '../database-server.ts'
import { DatabaseServerError, sayPlainly } from '../embedded/database-server-error.ts'
import {
  compareRecords,
  type DatabaseSchema,
  lastStepOf,
  migrate,
  readDatabaseSchema,
  type SchemaFault,
  toRecords,
} from '../migrate.ts'
import { withoutIdleLimit } from '../session-limits.ts'
import { type ArchiveHeader, type Frame, type Note, readArchive, verifyArchive } from './archive.ts'
import type { InstallationData } from './backup.ts'
import { type StoredBytes, storedFile } from './encryption.ts'
import { FileIntake, refuseFilesInTheWay } from './files.ts'
import { columnListOf, listForeignKeys, listTables } from './tables.ts'

export interface RestoreSummary {
  /** The time of the backup. */
  readonly at: string
  readonly tables: number
  readonly rows: number
  readonly files: number
}

/** The restored data is not what the installation would have made: its checks found something. */
export class UnprovenRestore extends DatabaseServerError {}

/** Checks restored data, of the backup made at `at`; returns what is wrong, in words. */
export type RestoreCheck = (db: Database, at: Date) => Promise<readonly string[]>

/**
 * Fills an empty database from a backup, a file or an object of a store: verifies the whole file first, then loads everything in one transaction. Restores the files of the
 * data folder with their permissions, and never over an existing one. `check` proves it afterwards (the ledger's reconcile, and more); its
 * findings make the restore fail and are reported. Refuses a database that is not empty, a damaged file, one encrypted to another key than
 * `identity`, and one from a release that this one does not know or that is older than the last former step.
 */
export async function restore(
  { owner, dataDir }: InstallationData,
  from: string | StoredBytes,
  check: RestoreCheck,
  identity: string | null = null,
): Promise<RestoreSummary> {
  const summary = await restoreAsItWas({ owner, dataDir }, from, identity)
  await migrate(owner)
  await refuseFindings(owner, (db) => check(db, new Date(summary.at)))
  return summary
}

/** Does the same, and leaves the database at the version of the backup. */
export async function restoreAsItWas(
  { owner, dataDir }: InstallationData,
  from: string | StoredBytes,
  identity: string | null = null,
): Promise<RestoreSummary> {
  const stored = typeof from === 'string' ? storedFile(from) : from
  const { header, files } = await verifyArchive(stored, identity).catch((error: unknown) => {
    throw sayPlainly(error, stored.name)
  })
  const then = schemaOf(header)
  await refuseUnlessEmpty(owner)
  refuseFilesInTheWay(dataDir, files)
  await migrate(owner, then)
  const count = await withClient(withoutIdleLimit(owner), (client) => fill(client, dataDir, stored, identity))
  return { at: header.at, ...count }
}

/** Schema that the database had when the backup was made; newer migrations run after the rows are in. */
function schemaOf(header: ArchiveHeader): DatabaseSchema {
  const schema = readDatabaseSchema()
  const found = compareRecords(toRecords(header.migrations), schema)
  if ('fault' in found) throw new DatabaseServerError(refusals[found.fault](found.name, schema))
  const { pending } = found
  return { ...schema, migrations: schema.migrations.filter((migration) => !pending.includes(migration)) }
}

const ofAnother = (name: string): string =>
  `The backup is of another release: this release has another migration ${name}, or none.`
const refusals: Readonly<Record<SchemaFault, (name: string, schema: DatabaseSchema) => string>> = {
  unknown: ofAnother,
  changed: ofAnother,
  older: (name, schema) =>
    `The backup is of an older version, at the step ${name}: restore it with the last version that has the steps, up to ${lastStepOf(schema)}, start that once and make a new backup. Nothing was changed.`,
}

async function refuseUnlessEmpty(owner: pg.PoolConfig): Promise<void> {
  const { rows } = await withClient(owner, (client) =>
    client.query(
      "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1",
    ),
  )
  if (rows.length > 0)
    throw new DatabaseServerError('The database is not empty: restore into a new data folder.')
}

async function fill(
  client: pg.Client,
  dataDir: string,
  stored: StoredBytes,
  identity: string | null,
): Promise<Counted> {
  await client.query('BEGIN')
  const keys = await listForeignKeys(client)
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  const tables = await listTables(client)
  for (const { name } of tables) {
    await client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER`)
    // Rows that the schema brought: the backup has them as they were.
    await client.query(`DELETE FROM "${name}"`)
  }
  const count = await copyIn(new Intake(client, dataDir), readArchive(stored, identity))
  for (const { name } of tables) await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`)
  await client.query('COMMIT')
  return count
}

type Counted = Pick<RestoreSummary, 'tables' | 'rows' | 'files'>

async function copyIn(intake: Intake, frames: AsyncIterable<Frame>): Promise<Counted> {
  for await (const frame of frames) {
    if ('data' in frame) await intake.data(frame.data)
    else await intake.note(frame.note)
  }
  intake.files.finish()
  return { tables: intake.tables, rows: intake.rowCount, files: intake.files.files }
}

/** Writes an archive's frames into the database, in order. */
class Intake {
  tables = 0
  rowCount = 0
  readonly files: FileIntake
  private readonly client: pg.Client
  private into: CopyStreamQuery | null = null

  constructor(client: pg.Client, dataDir: string) {
    this.client = client
    this.files = new FileIntake(dataDir)
  }

  async data(data: Buffer): Promise<void> {
    if (this.files.reading) await this.files.data(data)
    else if (this.into?.write(data) === false) await once(this.into, 'drain')
  }

  async note(note: Note): Promise<void> {
    if (note.note === 'table') {
      const columns = columnListOf(note.columns)
      this.into = this.client.query(copyFrom(`COPY "${note.table}" (${columns}) FROM STDIN`))
      // The stream stores it: `finished` rejects with it.
      this.into.on('error', () => undefined)
    }
    if (note.note === 'end') await this.end(note.rows)
    if (note.note === 'file') await this.files.start(note)
    if (note.note === 'file-end') await this.files.end(note)
    await setSequences(this.client, note)
  }

  private async end(written: number): Promise<void> {
    if (this.into === null) return
    this.into.end()
    await finished(this.into)
    refuseOtherCount(written, this.into.rowCount)
    this.tables++
    this.rowCount += this.into.rowCount
    this.into = null
  }
}

function refuseOtherCount(written: number, read: number): void {
  if (written !== read)
    throw new DatabaseServerError(
      `The backup is damaged: a table should have ${written} rows, but ${read} were read.`,
    )
}

async function setSequences(client: pg.Client, note: Note): Promise<void> {
  if (note.note !== 'done') return
  for (const { name, last, called } of note.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [`public."${name}"`, last, called])
}

/** Refuses restored data in which `check` finds something. */
export async function refuseFindings(
  owner: pg.PoolConfig,
  check: (db: Database) => Promise<readonly string[]>,
): Promise<void> {
  const db = openDatabase(owner)
  try {
    const findings = await check(db)
    if (findings.length > 0)
      throw new UnprovenRestore(`The restored data does not add up: ${findings.slice(0, 5).join('; ')}.`)
  } finally {
    await db.close()
  }
}
