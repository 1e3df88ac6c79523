import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip, type InputType } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

const compress = promisify<InputType, object, Buffer>(gzip)

/** Below it, what a packet saves is less than what the processor spends; the calls that must be fast all are. */
const worthwhileBytes = 8 * 1024
/** Prices hardly get smaller above it, and take twice as long. */
const level = 5

/**
 * Compresses long responses that are made for one caller; shared ones are compressed once (`pages/prepared-text.ts`). Guessing a secret
 * by the size of a response (BREACH) needs another site's page to send requests in the customer's name. None can, because a header
 * authenticates customers, not a cookie. Operators do have a cookie, so their responses stay uncompressed.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isWorthwhile(payload, reply)) return payload
    if (!request.url.startsWith('/swx/') || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compressed(payload)
  })
}

/** A stream ends with its compressed form, whichever of the two ends first. */
const compressed = (payload: string | Readable): Promise<Buffer> | Readable =>
  typeof payload === 'string'
    ? compress(payload, { level })
    : pipeline(payload, createGzip({ level }), () => undefined)

/** Recognises texts: compressed files and pictures would not get smaller. */
function isWorthwhile(payload: unknown, reply: FastifyReply): payload is string | Readable {
  const bytes = typeof payload === 'string' ? payload.length : Number(reply.getHeader('content-length'))
  const isText =
    typeof payload === 'string' ||
    (payload instanceof Readable && String(reply.getHeader('content-type')).startsWith('text/'))
  return isText && bytes >= worthwhileBytes
}
