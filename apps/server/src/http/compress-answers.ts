import { promisify } from 'node:util'
import { gzip, type InputType } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify<InputType, object, Buffer>(gzip)

/** Below it, what a packet saves is less than what the processor spends; the calls that must be fast all are. */
const worthwhileBytes = 8 * 1024
/** Prices hardly get smaller above it, and take twice as long. */
const level = 5

/**
 * Sends long answers of calls compressed: the list of markets is 77 kB, 13 once compressed, on every first visit.
 * Guessing a secret by the size of an answer needs somebody else's page to ask in the customer's name, which no page can:
 * who asks is a header, not a cookie. Operators do have a cookie, so theirs stay as they are.
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
