import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { frameOf } from '../../database/backup/archive.ts'
import { encryptTo } from '../../database/backup/encryption.ts'
import { framesOf, isExcluded } from '../../database/backup/files.ts'
import type { BackupStore } from '../backup-store.ts'
import { filesName } from './wal-names.ts'

/** Archive of one installation. */
export interface ArchiveOptions {
  readonly store: BackupStore
  /** The archive's line, and the folder that PostgreSQL copies segments into. */
  readonly line: string
  readonly spool: string
  readonly dataDir: string
  /** Public key of age; null: nothing is encrypted, in a sandbox alone. */
  readonly recipient: string | null
}

/** A file that was written while an earlier look was under way is in the next one too. */
const overlapMs = 10_000
const lookedFile = 'files-looked.txt'

/** Sends the files of the data folder that changed since the last look, in one archive; nothing where none did. */
export async function shipChangedFiles(options: ArchiveOptions): Promise<void> {
  const { store, line, spool, dataDir, recipient } = options
  const at = new Date()
  const paths = await changedSince(dataDir, (await lastLookMs(spool)) - overlapMs)
  if (paths.length > 0) {
    const name = filesName(line, at)
    // Of an earlier process: this one sends one archive after another.
    await store.removeDrafts(`${dirname(name)}/`)
    const zipped = Readable.from(archiveOf(dataDir, at, paths), { objectMode: true }).pipe(createGzip())
    await store.put(name, recipient === null ? zipped : encryptTo(recipient)(zipped))
  }
  await noteLook(spool, at)
}

async function* archiveOf(dataDir: string, at: Date, paths: readonly string[]): AsyncGenerator<Buffer> {
  yield frameOf({ note: 'candor-files', format: 1, at: at.toISOString() })
  const found = paths.map((path) => ({ path, folder: false }))
  yield* framesOf(dataDir, found, { files: 0 })
  yield frameOf({ note: 'done', tables: 0, sequences: [] })
}

async function changedSince(dataDir: string, sinceMs: number): Promise<string[]> {
  const changed: string[] = []
  // No cases: files, of which none is left out.
  for (const path of await pathsIn(dataDir)) {
    const file = await stat(join(dataDir, path)).catch(() => null)
    // Renaming a finished file into its place sets the second of these.
    if (file !== null && Math.max(file.mtimeMs, file.ctimeMs) > sinceMs) changed.push(path)
  }
  return changed.sort()
}

/** Lists the finished files of a data folder without entering what is not backed up. */
async function pathsIn(dataDir: string): Promise<string[]> {
  const entries = (await readdir(dataDir, { withFileTypes: true })).filter(({ name }) => !isExcluded(name))
  const folders = entries.filter((entry) => entry.isDirectory())
  const below = folders.map(({ name }) =>
    readdir(join(dataDir, name), { recursive: true, withFileTypes: true }),
  )
  return [...entries, ...(await Promise.all(below)).flat()]
    .filter((entry) => entry.isFile() && !/\.(draft|part)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).split(sep).join('/'))
}

/** Before the first look everything is new. */
async function lastLookMs(spool: string): Promise<number> {
  try {
    return Date.parse((await readFile(join(spool, lookedFile), 'utf8')).trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

async function noteLook(spool: string, at: Date): Promise<void> {
  const file = join(spool, lookedFile)
  await writeFile(`${file}.part`, `${at.toISOString()}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}
