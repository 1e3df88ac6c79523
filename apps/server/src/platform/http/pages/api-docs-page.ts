import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { serveFromMemory } from './serve-from-memory.ts'
import { type ApiDocument, writeDocsPage } from './write-docs-page.ts'

const file = fileURLToPath(new URL('../../../../../../docs/api/openapi.json', import.meta.url))

/** The public API: the OpenAPI document made from the contract, and the same as a page without any script. */
export function serveApiDocs(app: FastifyInstance): void {
  if (!existsSync(file)) return
  const read = () => readFile(file, 'utf8')
  serveFromMemory(app, '/docs/openapi.json', {
    headers: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
    make: read,
  })
  serveFromMemory(app, '/docs', {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    make: async () => writeDocsPage(JSON.parse(await read()) as ApiDocument),
  })
}
