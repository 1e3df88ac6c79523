import type { FastifyReply } from 'fastify'
import type { FileInPieces, FileQueue } from '../handlers.ts'
import { TooMany } from '../refusal.ts'
import { FairLine } from './fair-line.ts'
import { addFileHeaders } from './send-file.ts'
import { UnnamedFile } from './unnamed-file.ts'

interface QueueLimits {
  /** Most files being made at once; a customer has one. */
  readonly atOnce: number
  readonly mostWaiting: number
  /** Most files of one customer that wait, are being made or are not sent yet: each occupies disk space. */
  readonly mostOfOne: number
  readonly comeAgainMs: number
}

const queueLimits: Readonly<Record<FileQueue, QueueLimits>> = {
  exports: { atOnce: 2, mostWaiting: 20, mostOfOne: 1, comeAgainMs: 30_000 },
  lists: { atOnce: 4, mostWaiting: 64, mostOfOne: 4, comeAgainMs: 5_000 },
}
/** A client that reads nothing for this long is disconnected. */
const patienceMs = 60_000

/**
 * Generates large files in turns and sends them. A file is written to disk as it is generated and sent from there once it is
 * complete. So its size costs no memory, a failure half way has sent nothing, and a slow client blocks no turn.
 */
export class FileSender {
  private readonly folder: string
  private readonly patienceMs: number
  private readonly queues: Readonly<Record<FileQueue, Queue>>

  constructor(folder: string, patience = patienceMs) {
    this.folder = folder
    this.patienceMs = patience
    this.queues = { exports: new Queue(queueLimits.exports), lists: new Queue(queueLimits.lists) }
  }

  /** Sends a file of a customer when its turn has come; throws `TooMany` when too many wait. */
  async send(reply: FastifyReply, fileResponse: FileInPieces, userId: string): Promise<FastifyReply> {
    const left = () => reply.raw.destroyed
    const queue = this.queues[fileResponse.queue]
    const leave = queue.enter(userId)
    const file = await queue.line
      .run(userId, () => this.write(fileResponse.pieces, left))
      .catch((error: unknown) => {
        leave()
        throw error
      })
    if (file === null) {
      leave()
      return reply.hijack()
    }
    const stream = file.stream()
    // Read to its end or given up.
    stream.once('end', leave).once('close', leave)
    reply.raw.setTimeout(this.patienceMs, () => reply.raw.destroy())
    return addFileHeaders(reply, fileResponse).header('content-length', file.bytes).send(stream)
  }

  /** Null where the client left before the file was whole. */
  private async write(
    pieces: AsyncIterable<string | Uint8Array>,
    left: () => boolean,
  ): Promise<UnnamedFile | null> {
    if (left()) return null
    const file = await UnnamedFile.open(this.folder)
    try {
      for await (const piece of pieces) {
        if (left()) break
        await file.append(piece)
      }
      await file.flush()
    } catch (error) {
      await file.close()
      throw error
    }
    if (!left()) return file
    await file.close()
    return null
  }
}

class Queue {
  readonly line: FairLine
  private readonly limits: QueueLimits
  private readonly ofCustomers = new Map<string, number>()

  constructor(limits: QueueLimits) {
    this.limits = limits
    this.line = new FairLine({ ...limits, atOnceOfOne: 1 })
  }

  /** Counts a file; returns the function that removes it from the count, once. */
  enter(userId: string): () => void {
    const own = this.ofCustomers.get(userId) ?? 0
    if (own >= this.limits.mostOfOne) throw new TooMany(this.limits.comeAgainMs)
    this.ofCustomers.set(userId, own + 1)
    let entered = true
    return () => {
      if (!entered) return
      entered = false
      const left = (this.ofCustomers.get(userId) ?? 0) - 1
      if (left > 0) this.ofCustomers.set(userId, left)
      else this.ofCustomers.delete(userId)
    }
  }
}
