import type { FastifyReply } from 'fastify'
import type { FileAnswer } from './handlers.ts'

/** Sends a file to keep in place of the envelope; no cache holds it. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .header('cache-control', 'no-store')
    .send(file.body)
}
