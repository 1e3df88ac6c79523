import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip, type InputType, type ZlibOptions } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify<InputType, ZlibOptions, Buffer>(gzip)

/** A text that is sent to many: its bytes, its ETag and its compressed form are made once. */
export class PreparedText {
  private readonly plain: Buffer
  /** Weak: the same for both forms it is sent in. */
  private readonly etag: string
  private readonly options: PreparedOptions
  private compressed: Promise<Buffer> | null = null

  constructor(text: string, options: PreparedOptions) {
    this.plain = Buffer.from(text)
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`
    this.options = options
  }

  /** Sends it in the form this client reads, or 304 to one that has it. `varies` names the headers the text depends on. */
  async send(request: FastifyRequest, reply: FastifyReply, varies: readonly string[] = []) {
    reply.header('etag', this.etag).header('vary', [...varies, 'accept-encoding'].join(', '))
    if (request.headers['if-none-match'] === this.etag) return reply.code(304).send()
    const reads = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    if (!reads || this.plain.length < this.options.compressFrom) return reply.send(this.plain)
    this.compressed ??= compress(this.plain, { level: this.options.level })
    return reply.header('content-encoding', 'gzip').send(await this.compressed)
  }
}

interface PreparedOptions {
  /** Shorter texts are sent as they are, bytes. */
  readonly compressFrom: number
  /** Of zlib. */
  readonly level: number
}

/** For what is made once in the life of a process. */
export const forLong: PreparedOptions = { compressFrom: 0, level: constants.Z_BEST_COMPRESSION }
/** For what is made again after seconds. */
export const forSeconds: PreparedOptions = { compressFrom: 8 * 1024, level: 5 }
