import { promisify } from 'node:util'
import { gzip, type InputType } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify<InputType, object, Buffer>(gzip)

/** Below it, what a packet saves is less than what the processor spends; the calls that must be fast all are. */
const worthwhileBytes = 8 * 1024
/** Prices hardly get smaller above it, and take twice as long. */
const level = 5

/**
 * Compresses long responses of calls: the list of markets is 77 kB, 13 once compressed, on every first visit. Guessing a secret by the size
 * of a response (BREACH) needs another site's page to send requests in the customer's name. None can, because a header authenticates
 * customers, not a cookie. Operators do have a cookie, so their responses stay uncompressed.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthwhileBytes) return payload
    if (!request.url.startsWith('/swx/') || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level })
  })
}
