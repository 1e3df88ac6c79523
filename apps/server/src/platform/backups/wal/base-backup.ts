import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { frameOf, frameOfData, verifyFrames } from '../../database/backup/archive.ts'
import type { InstallationData } from '../../database/backup/backup.ts'
import { encryptTo, newKeyPair } from '../../database/backup/encryption.ts'
import { framesOf, listFiles } from '../../database/backup/files.ts'
import { withClient } from '../../database/database-server.ts'
import { superuser } from '../../database/embedded/cluster.ts'
import { lineOf } from '../../database/embedded/wal-spool.ts'
import type { BackupStore } from '../backup-store.ts'
import { storedIn } from '../store-backup.ts'
import { baseEntry, baseName, stampOf } from './wal-names.ts'

/** Files that PostgreSQL creates at its start, and those of the running server. */
const leftOut = [
  /^postmaster\.(pid|opts)$/,
  /^backup_label(\.old)?$/,
  /^tablespace_map(\.old)?$/,
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./,
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
]
const controlFile = 'global/pg_control'

export interface BaseSummary {
  readonly line: string
  readonly files: number
  readonly bytes: number
}

/** A running embedded PostgreSQL, and its data folder. */
interface Source {
  readonly client: pg.Client
  readonly clusterDir: string
  readonly dataDir: string
  readonly count: { files: number; bytes: number }
}

/**
 * Copies the cluster and the data folder into the store while the server runs, and reads the copy back. With the segments after it, it can be
 * restored to any moment from its end on. One at a time: it removes what an interrupted one left. Null: this installation does not archive.
 */
export async function storeBase(
  { owner, dataDir }: InstallationData,
  store: BackupStore,
  recipient: string | null,
): Promise<BaseSummary | null> {
  const config: pg.PoolConfig = { ...owner, user: superuser, database: 'postgres' }
  return withClient(config, async (client) => {
    const clusterDir = await settingOf(client, 'data_directory')
    const line = lineOf(clusterDir)
    if (line === null) return null
    const begun = new Date()
    const name = baseName(line, stampOf(begun))
    await store.removeDrafts(`${dirname(name)}/`)
    const reader = recipient === null ? null : await newKeyPair()
    const source = { client, clusterDir, dataDir, count: { files: 0, bytes: 0 } }
    const segment = await beginBase(client)
    const frames = Readable.from(framesOfBase(source, { line, segment, at: begun }), { objectMode: true })
    const write = (bytes: AsyncIterable<Uint8Array>) => store.put(name, bytes)
    const packed = createGzip({ level: 4 })
    if (recipient === null || reader === null) await pipeline(frames, packed, write)
    else await pipeline(frames, packed, encryptTo(recipient, reader.recipient), write)
    const done = new Date()
    try {
      await verifyFrames(storedIn(store, name), reader?.identity ?? null)
    } catch (error) {
      await store.remove(name)
      throw error
    }
    await store.put(baseEntry({ line, begun, done, segment }), Readable.from([Buffer.from('\n')]))
    return { line, ...source.count }
  })
}

async function settingOf(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name])
  return rows[0]?.value ?? ''
}

/** Returns the first segment that the copy needs. */
async function beginBase(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ segment: string }>(
    "SELECT pg_walfile_name(pg_backup_start('candor', fast => true)) AS segment",
  )
  return rows[0]?.segment ?? ''
}

async function* framesOfBase(
  source: Source,
  { line, segment, at }: { readonly line: string; readonly segment: string; readonly at: Date },
): AsyncGenerator<Buffer> {
  const { client, clusterDir, dataDir, count } = source
  const version = await settingOf(client, 'server_version_num')
  yield frameOf({ note: 'candor-base', format: 1, at: at.toISOString(), line, segment, version })
  const paths = await clusterPaths(clusterDir)
  yield* framesOf(
    clusterDir,
    paths.filter(({ path }) => path !== controlFile),
    count,
  )
  // Last, as pg_basebackup does: it names the newest checkpoint.
  yield* framesOf(clusterDir, [{ path: controlFile, folder: false }], count)
  const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
    'SELECT labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => true)',
  )
  yield* frameOfText('backup_label', rows[0]?.labelfile ?? '')
  yield frameOf({ note: 'data-folder' })
  yield* framesOf(dataDir, listFiles(dataDir), count)
  yield frameOf({ note: 'done', tables: 0, sequences: [] })
}

function* frameOfText(path: string, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  yield frameOf({ note: 'file', path, folder: false, mode: 0o600 })
  yield frameOfData(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  yield frameOf({ note: 'file-end', bytes: bytes.length, sha256 })
}

async function clusterPaths(clusterDir: string, folder = ''): Promise<{ path: string; folder: boolean }[]> {
  const entries = await readdir(join(clusterDir, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const found: { path: string; folder: boolean }[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (leftOut.some((name) => name.test(path))) continue
    if (entry.isFile()) found.push({ path, folder: false })
    if (entry.isDirectory()) found.push({ path, folder: true }, ...(await clusterPaths(clusterDir, path)))
  }
  return found
}
