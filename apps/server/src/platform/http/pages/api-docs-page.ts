import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { serveFromMemory } from './serve-from-memory.ts'
import { type ApiDocument, writeDocsPage } from './write-docs-page.ts'

const fileNamed = (name: string): string =>
  fileURLToPath(new URL(`../../../../../../docs/api/${name}`, import.meta.url))
/** Calls and WebSockets. */
const documents = ['openapi.json', 'asyncapi.json'] as const

/** The public API: the documents made from the contract, and the calls as a page without any script. */
export function serveApiDocs(app: FastifyInstance): void {
  if (documents.some((name) => !existsSync(fileNamed(name)))) return
  for (const name of documents)
    serveFromMemory(app, `/docs/${name}`, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
      make: () => readFile(fileNamed(name), 'utf8'),
    })
  serveFromMemory(app, '/docs', {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    make: async () =>
      writeDocsPage(JSON.parse(await readFile(fileNamed('openapi.json'), 'utf8')) as ApiDocument),
  })
}
