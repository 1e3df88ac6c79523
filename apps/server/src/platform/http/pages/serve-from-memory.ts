import type { FastifyInstance } from 'fastify'
import { forLong, PreparedText } from './prepared-text.ts'

/**
 * Serves a document that does not change while the process runs: made and compressed at the first request, then sent from memory. A client
 * that has it already gets a 304.
 */
export function serveFromMemory(
  app: FastifyInstance,
  path: string,
  document: {
    readonly headers: Readonly<Record<string, string>>
    readonly make: () => Promise<string>
  },
): void {
  let made: Promise<PreparedText> | null = null
  app.get(path, async (request, reply) => {
    made ??= document
      .make()
      .then((text) => new PreparedText(text, forLong))
      .catch((error: unknown) => {
        made = null
        throw error
      })
    const prepared = await made
    reply.headers({ 'cache-control': 'no-cache', ...document.headers })
    return prepared.send(request, reply)
  })
}
