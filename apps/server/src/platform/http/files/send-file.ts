import type { FastifyReply } from 'fastify'
import type { FileResponse, NamedFile } from '../handlers.ts'

/** Names a file to keep; no cache holds it. */
export const addFileHeaders = (reply: FastifyReply, { contentType, fileName }: NamedFile): FastifyReply =>
  reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')

/** Sends a file to keep in place of the envelope. */
export const sendFile = (reply: FastifyReply, file: FileResponse): FastifyReply =>
  addFileHeaders(reply, file).send(file.body)
