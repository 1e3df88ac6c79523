import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** Above any file a call takes, so that one somewhat too large is still told so by its own rule; beyond it nothing is read. */
const mostBytes = 8 * 1024 * 1024

/** The fields of a multipart body: texts as they are, a file as its bytes. Its name and what it is called by the sender are dropped. */
export async function readMultipart(request: FastifyRequest): Promise<unknown> {
  const contentType = request.headers['content-type'] ?? ''
  const body = await readWhole(request)
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch((): never => {
      throw new Refusal(11001, { issues: [{ path: '', code: 'invalid_multipart' }] })
    })
  const fields: [string, unknown][] = []
  for (const [name, value] of form) {
    fields.push([name, typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer())])
  }
  return Object.fromEntries(fields)
}

async function readWhole(request: FastifyRequest): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request.raw) {
    pieces.push(piece)
    length += piece.length
    if (length > mostBytes) throw tooLarge()
  }
  return new Uint8Array(Buffer.concat(pieces))
}

const tooLarge = () => new Refusal(11023, { reason: 'size' })
