import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
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

/**
 * Writes every table, in one snapshot, and the files of the data folder (keys, outbox, all but the cluster and locks) into one
 * compressed file while the server keeps running. Files are read after the tables, so every file that a row names is included.
 * The file gets its name only when it is complete, and only its owner can read it, because it holds all data of all customers.
 * With `recipient`, a public key of age, only the owner of the private key can read it.
 */
export async function backup(
  { owner, dataDir }: InstallationData,
  file: string,
  at: Date,
  recipient: string | null = null,
): Promise<BackupSummary> {
  const draft = `${file}.part`
  const count = { tables: 0, rows: 0, files: 0 }
  try {
    await withClient(withoutIdleLimit(owner), async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const out = createWriteStream(draft, { mode: 0o600, flush: true })
      const frames = Readable.from(framesOf(client, dataDir, at, count), { objectMode: true })
      const packed = createGzip({ level: 4 })
      if (recipient === null) await pipeline(frames, packed, out)
      else await pipeline(frames, packed, encryptTo(recipient), out)
      await client.query('COMMIT')
    })
    await rename(draft, file)
    await noteBackup(dataDir, at)
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
