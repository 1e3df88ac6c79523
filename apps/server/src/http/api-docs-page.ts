import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type ApiDocument, writeDocsPage } from './write-docs-page.ts'

const file = fileURLToPath(new URL('../../../../docs/api/openapi.json', import.meta.url))

/** The public API: the OpenAPI document made from the contract, and the same as a page without any script. */
export function serveApiDocs(app: FastifyInstance): void {
  if (!existsSync(file)) return
  let page: string | null = null
  app.get('/docs/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(readFileSync(file)),
  )
  app.get('/docs', (_request, reply) => {
    page ??= writeDocsPage(JSON.parse(readFileSync(file, 'utf8')) as ApiDocument)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page)
  })
}
