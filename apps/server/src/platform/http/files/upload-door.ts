import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { RequestBudget } from '../../limits/request-budget.ts'
import { spend } from '../../limits/spend.ts'
import { Refusal, TooMany } from '../refusal.ts'
import { FairLine } from './fair-line.ts'
import { fieldsOf } from './multipart.ts'

/** Above the size limit of any call's file, so that a slightly larger one is refused by its own rule; beyond it nothing is read. */
const mostBytes = 8 * 1024 * 1024
/** Most bodies under way: a slow connection occupies a slot and a file, no memory. An identity form has four pictures. */
const mostOfOne = 4
const mostInAll = 64
const comeAgainMs = 2_000
/** Bodies in memory at once. */
const parsing = { atOnce: 4, atOnceOfOne: 1, mostWaiting: mostInAll, mostOfOne, comeAgainMs }

/** Receives files: refuses them by their length before a byte is read, writes them to disk as they arrive, and reads them once complete. */
export class UploadDoor {
  private readonly folder: string
  private readonly budget: RequestBudget | null
  private readonly line = new FairLine(parsing)
  private readonly underWay = new Map<string, number>()
  private inAll = 0
  private prepared: Promise<unknown> | null = null

  /**
   * `folder` has the bodies until they are complete; leftovers from earlier runs are removed. `budget` counts the uploads of one customer,
   * refused pictures included; null counts none (tests).
   */
  constructor(folder: string, budget: RequestBudget | null) {
    this.folder = folder
    this.budget = budget
  }

  /** The fields of a multipart body of a customer. Refuses `fileRejected` `size` and `invalidInput`; `TooMany` where too much is under way. */
  async read(request: FastifyRequest, userId: string): Promise<unknown> {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
    if (this.budget !== null) await spend(this.budget, userId)
    if (this.inAll >= mostInAll || (this.underWay.get(userId) ?? 0) >= mostOfOne)
      throw new TooMany(comeAgainMs)
    this.count(userId, 1)
    this.prepared ??= this.prepare()
    await this.prepared
    const file = join(this.folder, randomUUID())
    try {
      await pipeline(request.raw, upTo(mostBytes), createWriteStream(file, { mode: 0o600 }))
      const contentType = request.headers['content-type'] ?? ''
      return await this.line.run(userId, async () => fieldsOf(await readFile(file), contentType))
    } finally {
      this.count(userId, -1)
      await rm(file, { force: true })
    }
  }

  private async prepare(): Promise<void> {
    const { folder } = this
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  }

  private count(userId: string, more: 1 | -1): void {
    this.inAll += more
    const own = (this.underWay.get(userId) ?? 0) + more
    if (own > 0) this.underWay.set(userId, own)
    else this.underWay.delete(userId)
  }
}

function upTo(most: number): Transform {
  let length = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      length += piece.length
      if (length > most) done(tooLarge())
      else done(null, piece)
    },
  })
}

const tooLarge = () => new Refusal('fileRejected', { reason: 'size' })
