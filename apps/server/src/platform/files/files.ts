import type { FilePurpose, FileRefusal } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../database/database.ts'
import { tooLarge } from '../http/files/too-large.ts'
import { Refusal, TooMany } from '../http/refusal.ts'
import { forEachCase, type Moved } from '../jobs/for-each-case.ts'
import { isUuid } from '../uuid.ts'
import type { DrawingPool } from './drawing/drawing-pool.ts'
import type { FileStore } from './file-store.ts'
import {
  addFile,
  claimFile,
  countSince,
  filesOf,
  fileToRead,
  markEmptied,
  removeAllOf,
  removeFiles,
  removeUnclaimed,
  toEmpty,
} from './files-store.ts'
import { imageKindOf } from './image-kind.ts'
import type { PersonKeys } from './person-keys.ts'

/** A file as its owner names it: what it was uploaded for is part of it. */
export interface OwnUpload {
  readonly userId: string
  readonly fileId: string
  readonly purpose: FilePurpose
}

/** A stored picture: redrawn by us, never the original file. */
export interface StoredPicture {
  readonly bytes: Buffer
  readonly contentType: 'image/jpeg' | 'image/png'
}

const mostADay = 100
const unclaimedRetentionMs = 7 * dayMs

/** The fewest pixels of the shorter side: below, nothing could be read. */
const leastSides: Readonly<Record<FilePurpose, number>> = {
  kyc: 300,
  deposit: 200,
  signature: 40,
  avatar: 64,
  support: 64,
}

export const refuseFile = (reason: Exclude<FileRefusal, 'size'>, path?: string): Refusal =>
  new Refusal('fileRejected', path === undefined ? { reason } : { reason, path })

/** Pictures of customers: uploaded, claimed by the record they serve, read by authorised code, removed in time. */
export class Files {
  private readonly context: ServerContext
  private readonly keys: PersonKeys
  private readonly store: FileStore
  private readonly drawing: DrawingPool

  constructor(context: ServerContext, keys: PersonKeys, store: FileStore, drawing: DrawingPool) {
    this.context = context
    this.keys = keys
    this.store = store
    this.drawing = drawing
  }

  /** Re-encodes the picture and stores it sealed; refuses with `fileRejected` and the rule it broke. Returns its id. */
  async upload(userId: string, purpose: FilePurpose, bytes: Uint8Array): Promise<string> {
    const { db, clock, newId, parameters } = this.context
    const { keys, store, drawing } = this
    const mostBytes = Number(await parameters.value('upload.mostBytes'))
    if (bytes.length > mostBytes) throw tooLarge(mostBytes)
    const given = imageKindOf(bytes)
    if (given === null) throw refuseFile('format')
    const now = clock.now()
    if ((await countSince(db.query, userId, new Date(now - dayMs))) >= mostADay) throw new TooMany(dayMs / 24)
    const format = purpose === 'signature' ? 'png' : 'jpeg'
    const request = { kind: given, bytes, keep: format, leastSide: leastSides[purpose] } as const
    const drawn = await drawing.draw(request, userId)
    if (!drawn.ok) throw refuseFile(drawn.reason)
    const id = newId()
    const sealed = await keys.seal(db.query, userId, aboutFile(id, purpose), drawn.bytes)
    // The record comes first: bytes of a killed server are swept with it, and bytes without a record would stay forever.
    await addFile(db.query, {
      id,
      user_id: userId,
      purpose,
      given,
      kept: format,
      width: drawn.width,
      height: drawn.height,
      bytes: drawn.bytes.length,
      created_at: new Date(now),
    })
    await store.put(id, sealed)
    return id
  }

  /**
   * Claims a file, once. Refuses `fileRejected` with `unknown` when it belongs to another customer, was uploaded for another
   * purpose, or is already claimed. `path` names the field it came in.
   */
  async claim(tx: Tx, upload: OwnUpload, path?: string): Promise<void> {
    const { userId, fileId, purpose } = upload
    const now = new Date(this.context.clock.now())
    const claimed = isUuid(fileId) && (await claimFile(tx, { id: fileId, userId, purpose }, now))
    if (!claimed) throw refuseFile('unknown', path)
  }

  /** Returns the picture. The caller must check the reader's permission. Null once it was removed or the person erased. */
  async read(fileId: string): Promise<StoredPicture | null> {
    const { keys, store } = this
    const { db } = this.context
    const row = isUuid(fileId) ? await fileToRead(db.query, fileId) : undefined
    const sealed = row === undefined ? null : await store.get(row.id)
    if (row === undefined || sealed === null) return null
    const bytes = await keys.open(db.query, row.user_id, aboutFile(row.id, row.purpose), sealed)
    if (bytes === null) return null
    return { bytes, contentType: row.kept === 'png' ? 'image/png' : 'image/jpeg' }
  }

  /** Returns every stored upload of a person, one picture in memory at a time (trust T20). */
  async *of(
    userId: string,
  ): AsyncGenerator<StoredPicture & { readonly id: string; readonly purpose: FilePurpose }> {
    for (const { id, purpose } of await filesOf(this.context.db.query, userId)) {
      const picture = await this.read(id)
      if (picture !== null) yield { id, purpose, ...picture }
    }
  }

  /** Makes files unreadable from now on; their bytes go with the next sweep. */
  remove(tx: Tx, fileIds: readonly string[]): Promise<void> {
    return removeFiles(tx, fileIds, new Date(this.context.clock.now()))
  }

  /** Destroys the person's key and with it everything sealed for them, in every copy there is (trust T20). */
  async erase(tx: Tx, userId: string): Promise<void> {
    await removeAllOf(tx, userId, new Date(this.context.clock.now()))
    await this.keys.destroy(tx, userId)
  }

  /** Removes files not claimed within a week, and the bytes of all removed files. */
  async sweep(): Promise<Moved> {
    const { db, clock } = this.context
    const now = clock.now()
    await removeUnclaimed(db.query, new Date(now - unclaimedRetentionMs), new Date(now))
    return forEachCase(this.context, {
      job: 'sweep-files',
      atOnce: 200,
      find: async (limit) => (await toEmpty(db.query, limit)).map((id) => ({ id })),
      move: async ({ id }) => {
        await this.store.remove(id)
        await markEmptied(db.query, id, new Date(now))
        return true
      },
    })
  }

  stop(): void {
    this.drawing.stop()
  }
}

const aboutFile = (id: string, purpose: FilePurpose) => `file ${id} for ${purpose}`
