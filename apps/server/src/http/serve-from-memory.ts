import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip, type InputType, type ZlibOptions } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify<InputType, ZlibOptions, Buffer>(gzip)

interface Made {
  readonly plain: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

/**
 * Serves a document that does not change while the process runs: made and compressed at the first request, then sent from memory. Whoever has it
 * already is answered 304.
 */
export function serveFromMemory(
  app: FastifyInstance,
  path: string,
  document: {
    readonly headers: Readonly<Record<string, string>>
    readonly make: () => Promise<string>
  },
): void {
  let made: Promise<Made> | null = null
  app.get(path, async (request, reply) => {
    made ??= makeOnce(document.make).catch((error: unknown) => {
      made = null
      throw error
    })
    const { plain, compressed, etag } = await made
    reply.headers({ 'cache-control': 'no-cache', ...document.headers, etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    return zips ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(plain)
  })
}

async function makeOnce(make: () => Promise<string>): Promise<Made> {
  const plain = Buffer.from(await make())
  // Weak: the same for both forms it is sent in.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, compressed: await compress(plain, { level: constants.Z_BEST_COMPRESSION }), etag }
}
