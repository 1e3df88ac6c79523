import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withClient } from '../database-server.ts'
import { sayPlainly } from '../embedded/database-server-error.ts'
import { withoutIdleLimit } from '../session-limits.ts'
import { frameOf, frameOfData } from './archive.ts'
import { encryptTo } from './encryption.ts'
import { framesOfFiles } from './files.ts'
import { noteBackup } from './last-backup.ts'
import { listSequences, listTables, type Table } from './tables.ts'

export interface BackupSummary {
  readonly file: string
  readonly tables: number
  readonly rows: number
  readonly files: number
}

/** The database of an installation, and the data folder that belongs to it. */
export interface InstallationData {
  readonly owner: pg.PoolConfig
  readonly dataDir: string
}

/** Numbers of what a backup has. */
export type BackupCount = Omit<BackupSummary, 'file'>

/** Time of a backup, and its readers. */
export interface BackupRequest {
  readonly at: Date
  /** Public keys of age; none: it is not encrypted. */
  readonly recipients: readonly string[]
}

/**
 * Writes every table, in one snapshot, and the files of the data folder (keys, outbox, all but the cluster and locks) as one
 * compressed stream while the server keeps running, and passes it to `write`. Files are read after the tables, so every file that a row
 * names is included. With public keys, only the owners of the private keys can read it.
 */
export function writeBackup(
  { owner, dataDir }: InstallationData,
  { at, recipients }: BackupRequest,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<BackupCount> {
  const count = { tables: 0, rows: 0, files: 0 }
  return withClient(withoutIdleLimit(owner), async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const frames = Readable.from(framesOf(client, dataDir, at, count), { objectMode: true })
    const packed = createGzip({ level: 4 })
    if (recipients.length === 0) await pipeline(frames, packed, write)
    else await pipeline(frames, packed, encryptTo(...recipients), write)
    await client.query('COMMIT')
    return count
  })
}

/** Writes a backup into a file, which gets its name only when it is complete, and which only its owner can read. */
export async function backup(
  data: InstallationData,
  file: string,
  at: Date,
  recipient: string | null = null,
): Promise<BackupSummary> {
  const draft = `${file}.part`
  const recipients = recipient === null ? [] : [recipient]
  try {
    // A stream would create the file by itself, perhaps after its removal below.
    await rm(draft, { force: true })
    const opened = await open(draft, 'wx', 0o600)
    const count = await writeBackup(data, { at, recipients }, (bytes) =>
      pipeline(Readable.from(bytes), opened.createWriteStream({ flush: true })),
    ).finally(() => opened.close())
    await rename(draft, file)
    await noteBackup(data.dataDir, at)
    return { file, ...count }
  } catch (error) {
    await rm(draft, { force: true })
    throw sayPlainly(error, file)
  }
}

async function* framesOf(
  client: pg.Client,
  dataDir: string,
  at: Date,
  count: { tables: number; rows: number; files: number },
): AsyncGenerator<Buffer> {
  const applied = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM db_migrations ORDER BY name',
  )
  yield frameOf({ note: 'candor-backup', format: 2, at: at.toISOString(), migrations: applied.rows })
  for (const table of await listTables(client)) {
    yield frameOf({ note: 'table', table: table.name, columns: table.columns })
    const hash = createHash('sha256')
    const rows = client.query(copyTo(`COPY (SELECT ${table.columnList} FROM ${quoted(table)}) TO STDOUT`))
    for await (const chunk of rows) {
      hash.update(chunk as Buffer)
      yield frameOfData(chunk as Buffer)
    }
    yield frameOf({ note: 'end', rows: rows.rowCount, sha256: hash.digest('hex') })
    count.tables++
    count.rows += rows.rowCount
  }
  const sequences = await listSequences(client)
  yield* framesOfFiles(dataDir, count)
  yield frameOf({ note: 'done', tables: count.tables, sequences })
}

const quoted = (table: Table): string => `"${table.name}"`
