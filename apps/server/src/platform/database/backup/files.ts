import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { DatabaseServerError, sayPlainly } from '../embedded/database-server-error.ts'
import { type FileEnd, type FileStart, frameOf, frameOfData, isBackup } from './archive.ts'

const pieceBytes = 1024 * 1024

/** Files of one running server or PostgreSQL's own. Everything else in the data folder is backed up. */
const excluded = [
  /^postgres(\.making|\.log)?$/,
  /^run$/,
  /^wal-(spool|fetch)$/,
  /^candor\.lock/,
  /^connection\.json/,
  // Of this folder alone: a restored one has no backup yet.
  /^last-backup\.txt$/,
  /^backup-failure\.json$/,
  /^restoring\.txt$/,
  /^WHERE-IS-THE-DATABASE\.txt$/,
]

export interface FoundPath {
  readonly path: string
  readonly folder: boolean
}

/** The data folder's own files and folders, a folder before what is in it, as paths below it; links are not followed. */
export function listFiles(dataDir: string): FoundPath[] {
  return existsSync(dataDir) ? below(dataDir, '') : []
}

function below(dataDir: string, folder: string): FoundPath[] {
  const inside = readdirSync(join(dataDir, folder), { withFileTypes: true })
  inside.sort((a, b) => (a.name < b.name ? -1 : 1))
  return inside.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isExcluded(path)) return []
    if (entry.isDirectory()) return [{ path, folder: true }, ...below(dataDir, path)]
    const half = entry.name.endsWith('.draft') || entry.name.endsWith('.part')
    return entry.isFile() && !half ? [{ path, folder: false }] : []
  })
}

/** Returns every file and folder of a data folder with its permissions, as frames. Earlier backups are left out. */
export async function* framesOfFiles(dataDir: string, count: { files: number }): AsyncGenerator<Buffer> {
  // No cases: files of one archive.
  for (const found of listFiles(dataDir))
    if (found.folder || !(await isBackup(join(dataDir, found.path)))) yield* framesOf(dataDir, [found], count)
}

/** Returns these files and folders with their permissions, as frames, except those removed meanwhile. */
export async function* framesOf(
  root: string,
  paths: readonly FoundPath[],
  count: { files: number },
): AsyncGenerator<Buffer> {
  // No cases: files of one archive.
  for (const { path, folder } of paths) {
    const handle = await openIfThere(join(root, path))
    if (handle === null) continue
    try {
      const { mode, size } = await handle.stat()
      yield frameOf({ note: 'file', path, folder, mode: mode & 0o777 })
      yield* contentOf(handle, folder ? null : size)
      if (!folder) count.files++
    } finally {
      await handle.close()
    }
  }
}

/** Reads a file to its end, which may be further away than it was; null: a folder has no content. */
async function* contentOf(handle: FileHandle, size: number | null): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let bytes = 0
  const buffer = Buffer.allocUnsafe(Math.min((size ?? 0) + 1, pieceBytes))
  // No cases: pieces of one file.
  while (size !== null) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) break
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    bytes += bytesRead
    yield frameOfData(piece)
  }
  yield frameOf({ note: 'file-end', bytes, sha256: hash.digest('hex') })
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw sayPlainly(error, path)
  }
}

interface IntakeOptions {
  /** Finds the place of a path, and refuses one outside; absent: in a data folder. */
  readonly placeOf?: (root: string, path: string) => string
  /** Newer files replace those of the same name. */
  readonly replaces?: true
  /** Something else makes sure that they are on the disk. */
  readonly unsynced?: true
}

/** Puts a backup's files into a data folder, or into another folder. */
export class FileIntake {
  files = 0
  private readonly dataDir: string
  private readonly placeOf: (root: string, path: string) => string
  private readonly replaces: boolean
  private readonly synced: boolean
  private at: FileStart | null = null
  private handle: FileHandle | null = null
  /** Folders get their permissions last: one that may not be written to could not be filled. */
  private readonly folders: FileStart[] = []

  constructor(dataDir: string, options: IntakeOptions = {}) {
    this.dataDir = dataDir
    this.placeOf = options.placeOf ?? placeOf
    this.replaces = options.replaces === true
    this.synced = options.unsynced !== true
  }

  get reading(): boolean {
    return this.at !== null
  }

  async start(file: FileStart): Promise<void> {
    this.at = file
    const path = this.placeOf(this.dataDir, file.path)
    mkdirSync(file.folder ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (file.folder) this.folders.push(file)
    else {
      if (this.replaces) rmSync(path, { force: true })
      this.handle = await open(path, 'wx', file.mode)
    }
  }

  async data(piece: Buffer): Promise<void> {
    await this.handle?.write(piece)
  }

  async end(end: FileEnd): Promise<void> {
    const { at, handle } = this
    this.at = null
    this.handle = null
    if (at === null || handle === null) return
    const { size } = await handle.stat()
    await handle.chmod(at.mode)
    if (this.synced) await handle.sync()
    await handle.close()
    if (size !== end.bytes)
      throw new DatabaseServerError(
        `The backup is damaged: the file ${at.path} has another length than it states.`,
      )
    this.files++
  }

  finish(): void {
    for (const { path, mode } of this.folders.reverse()) chmodSync(this.placeOf(this.dataDir, path), mode)
  }
}

/** Refuses to write over a file: the key of another installation would be lost forever. */
export function refuseFilesInTheWay(dataDir: string, files: readonly string[]): void {
  const inTheWay = files.find((path) => existsSync(placeOf(dataDir, path)))
  if (inTheWay !== undefined)
    throw new DatabaseServerError(
      `The data folder already has ${inTheWay}: restore into a new data folder. Nothing was changed.`,
    )
}

/** Nothing in an archive may lead out of the data folder, nor into what belongs to a running server. */
export function placeOf(dataDir: string, path: string): string {
  if (isExcluded(path)) throw outside(path)
  return placeBelow(dataDir, path)
}

/** Nothing in an archive may lead out of its folder. */
export function placeBelow(folder: string, path: string): string {
  const root = resolve(folder)
  const place = resolve(root, path)
  if (!place.startsWith(root + sep)) throw outside(path)
  return place
}

const outside = (path: string) =>
  new DatabaseServerError(`The backup is not valid: it contains the path ${path}.`)

/** Checks whether a path of a data folder belongs to one running server. */
export const isExcluded = (path: string) => excluded.some((name) => name.test(path.split('/')[0] ?? ''))
