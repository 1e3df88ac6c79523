import { createHash, type Hash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { DatabaseServerError } from '../embedded/database-server-error.ts'
import { isEncrypted, openBackup, type StoredBytes, storedFile } from './encryption.ts'

/*
 * An archive is one gzip stream of frames: a letter, the length of what follows (4 bytes, big endian), and that.
 * J is a note in JSON, D is a piece of a table as PostgreSQL's COPY wrote it, or of a file of the data folder.
 * Form 1 had no files; it is read as well.
 */

export interface ArchiveHeader {
  readonly note: 'candor-backup'
  readonly format: 1 | 2
  readonly at: string
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
}

/** First frame of a base backup: the files of the cluster follow, then those of the data folder. */
export interface BaseHeader {
  readonly note: 'candor-base'
  readonly format: 1
  readonly at: string
  readonly line: string
  /** The first WAL segment it needs. */
  readonly segment: string
  /** Number of PostgreSQL's version. */
  readonly version: string
}

/** Files of the data folder follow, instead of the cluster's. */
export interface DataFolderStart {
  readonly note: 'data-folder'
}

/** First frame of an archive of files that changed. */
export interface FilesHeader {
  readonly note: 'candor-files'
  readonly format: 1
  readonly at: string
}

/** Header of a table: the rows of `table` follow as D frames. */
export interface TableStart {
  readonly note: 'table'
  readonly table: string
  readonly columns: readonly string[]
}

export interface TableEnd {
  readonly note: 'end'
  readonly rows: number
  /** SHA-256 over the table's D frames, hex. */
  readonly sha256: string
}

/** Header of a file of the data folder, whose content follows as D frames, or of a folder in it. */
export interface FileStart {
  readonly note: 'file'
  /** Below the data folder, with `/` between its parts. */
  readonly path: string
  readonly folder: boolean
  /** Its file permissions. */
  readonly mode: number
}

export interface FileEnd {
  readonly note: 'file-end'
  readonly bytes: number
  /** SHA-256 over the file's D frames, hex. */
  readonly sha256: string
}

/** The last frame: an archive without it was cut off. */
export interface ArchiveEnd {
  readonly note: 'done'
  readonly tables: number
  readonly sequences: readonly { readonly name: string; readonly last: string; readonly called: boolean }[]
}

export type Note =
  | ArchiveHeader
  | BaseHeader
  | FilesHeader
  | DataFolderStart
  | TableStart
  | TableEnd
  | FileStart
  | FileEnd
  | ArchiveEnd
export type Frame = { readonly note: Note } | { readonly data: Buffer }

const headBytes = 5
const largestFrame = 64 * 1024 * 1024

export const frameOf = (note: Note): Buffer => pack('J', Buffer.from(JSON.stringify(note)))
export const frameOfData = (data: Buffer): Buffer => pack('D', data)

function pack(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.write(letter, 0, 'ascii')
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** The frames of an archive in order; refuses one that is none, is damaged, was cut off, or is encrypted to another key than `identity`. */
export async function* readArchive(
  stored: StoredBytes,
  identity: string | null = null,
): AsyncGenerator<Frame> {
  const file = stored.name
  let rest = Buffer.alloc(0)
  let last: Frame | null = null
  try {
    const source = await openBackup(stored, identity)
    // A frame is joined from few pieces.
    const plain = createGunzip({ chunkSize: 1024 * 1024 })
    source.on('error', (error) => plain.destroy(error))
    for await (const chunk of source.pipe(plain)) {
      rest = Buffer.concat([rest, chunk as Buffer])
      for (let frame = takeFrame(rest, file); frame !== null; frame = takeFrame(rest, file)) {
        rest = rest.subarray(frame.taken)
        last = frame.frame
        yield frame.frame
      }
    }
  } catch (error) {
    if (error instanceof DatabaseServerError || isOfTheDisk(error)) throw error
    throw damaged(file, error)
  }
  if (rest.length > 0 || last === null || !('note' in last) || last.note.note !== 'done') throw damaged(file)
}

/** Anything else is what unpacking or decrypting finds in a damaged file. */
const isOfTheDisk = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string'

function takeFrame(from: Buffer, file: string): { readonly frame: Frame; readonly taken: number } | null {
  if (from.length < headBytes) return null
  const length = from.readUInt32BE(1)
  if (length > largestFrame) throw damaged(file)
  if (from.length < headBytes + length) return null
  const content = from.subarray(headBytes, headBytes + length)
  const letter = String.fromCharCode(from[0] ?? 0)
  if (letter !== 'J' && letter !== 'D') throw damaged(file)
  const frame = letter === 'J' ? { note: noteIn(content, file) } : { data: Buffer.from(content) }
  return { frame, taken: headBytes + length }
}

function noteIn(content: Buffer, file: string): Note {
  try {
    return JSON.parse(content.toString()) as Note
  } catch (cause) {
    throw damaged(file, cause)
  }
}

export const damaged = (file: string, cause?: unknown): DatabaseServerError =>
  new DatabaseServerError(
    `The file ${file} is not a complete backup: it is damaged, cut off, or not a backup.`,
    { cause },
  )

/** Checks whether `file` is a backup, complete or not; every encrypted file in a data folder is one. */
export async function isBackup(file: string): Promise<boolean> {
  try {
    if (await isEncrypted(file)) return true
    for await (const frame of readArchive(storedFile(file)))
      return 'note' in frame && frame.note.note === 'candor-backup'
  } catch {
    return false
  }
  return false
}

export interface Verified {
  readonly header: ArchiveHeader
  /** The paths of the files in it. */
  readonly files: readonly string[]
}

/** Reads a whole backup once and compares the checksum of every table and file; returns its header and its list of files. */
export async function verifyArchive(stored: StoredBytes, identity: string | null): Promise<Verified> {
  const { first, files } = await verifyFrames(stored, identity)
  if (first.note !== 'candor-backup' || (first.format !== 1 && first.format !== 2)) throw damaged(stored.name)
  return { header: first, files }
}

/** Does the same for any archive; returns its first note. */
export async function verifyFrames(
  stored: StoredBytes,
  identity: string | null,
): Promise<{ readonly first: Note; readonly files: readonly string[] }> {
  const files: string[] = []
  let first: Note | null = null
  let hash = createHash('sha256')
  for await (const frame of readArchive(stored, identity)) {
    if ('data' in frame) {
      hash.update(frame.data)
      continue
    }
    first ??= frame.note
    if (frame.note.note === 'table' || frame.note.note === 'file') hash = createHash('sha256')
    if (frame.note.note === 'file' && !frame.note.folder) files.push(frame.note.path)
    refuseOtherChecksum(frame.note, hash, stored.name)
  }
  if (first === null) throw damaged(stored.name)
  return { first, files }
}

function refuseOtherChecksum(note: Note, hash: Hash, file: string): void {
  if ((note.note === 'end' || note.note === 'file-end') && note.sha256 !== hash.digest('hex'))
    throw damaged(file)
}
