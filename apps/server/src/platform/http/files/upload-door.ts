import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { RequestBudget } from '../../limits/request-budget.ts'
import { spend } from '../../limits/spend.ts'
import type { UploadPlaces } from '../../limits/upload-places.ts'
import { FairLine } from './fair-line.ts'
import { fieldsOf } from './multipart.ts'
import { steadyBody } from './steady-body.ts'
import { tooLarge } from './too-large.ts'

/** Beside the file, a form has its other fields and its boundaries. */
const formBytes = 64 * 1024
/** Bodies in memory at once: a slow connection occupies a place and a file, no memory. */
const parsing = { atOnce: 4, atOnceOfOne: 1, mostWaiting: 64, mostOfOne: 4, comeAgainMs: 2_000 }
/** Files of uploads that ended with their process: no request lasts as long. */
const leftoverMs = 600_000

/** Limits on uploads, over all processes. */
export interface UploadLimits {
  /** Uploads of one customer, refused pictures included. */
  readonly budget: RequestBudget
  /** Uploads under way. */
  readonly places: UploadPlaces
}

/** Receives files: refuses them by their length before a byte is read, writes them to disk as they arrive, and reads them once complete. */
export class UploadDoor {
  private readonly folder: string
  private readonly limits: UploadLimits | null
  private readonly mostFileBytes: () => Promise<number>
  private readonly line = new FairLine(parsing)
  private prepared: Promise<unknown> | null = null

  /**
   * `folder` has the bodies until they are complete; leftovers of earlier runs are removed. `mostFileBytes` is the largest file
   * (`upload.mostBytes`) as it is when an upload begins. Without `limits` nothing is counted (tests).
   */
  constructor(folder: string, mostFileBytes: () => Promise<number>, limits: UploadLimits | null) {
    this.folder = folder
    this.mostFileBytes = mostFileBytes
    this.limits = limits
  }

  /** The fields of a multipart body of a customer. Refuses `fileRejected` `size` and `invalidInput`; `TooMany` where too much is under way, and for a slow body while places are scarce. */
  async read(request: FastifyRequest, userId: string): Promise<unknown> {
    const mostFile = await this.mostFileBytes()
    if (Number(request.headers['content-length'] ?? 0) > mostFile + formBytes) throw tooLarge(mostFile)
    if (this.limits === null) return this.receive(request, userId, mostFile)
    await spend(this.limits.budget, userId)
    const leave = await this.limits.places.enter(userId)
    try {
      return await this.receive(request, userId, mostFile)
    } finally {
      await leave()
    }
  }

  private async receive(request: FastifyRequest, userId: string, mostFile: number): Promise<unknown> {
    this.prepared ??= this.prepare()
    await this.prepared
    const file = join(this.folder, randomUUID())
    // A stream would create it by itself, after the removal of one whose sender left at once.
    const opened = await open(file, 'wx', 0o600)
    try {
      const steady = steadyBody(async () => (await this.limits?.places.areScarce()) ?? false)
      await pipeline(request.raw, steady, upTo(mostFile), opened.createWriteStream())
      const contentType = request.headers['content-type'] ?? ''
      return await this.line.run(userId, async () => fieldsOf(await readFile(file), contentType))
    } finally {
      await opened.close()
      await rm(file, { force: true })
    }
  }

  /** Removes leftovers, but nothing that another process of this folder is receiving. */
  private async prepare(): Promise<void> {
    const { folder } = this
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      const file = join(folder, name)
      const found = await stat(file).catch(() => null)
      if (found !== null && Date.now() - found.mtimeMs > leftoverMs) await rm(file, { force: true })
    }
  }
}

/** Ends with the refusal once a body is longer than a form with the largest file. */
function upTo(mostFile: number): Transform {
  let length = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      length += piece.length
      if (length > mostFile + formBytes) done(tooLarge(mostFile))
      else done(null, piece)
    },
  })
}
