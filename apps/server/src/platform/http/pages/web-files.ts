import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isPageVisit } from './not-found-page.ts'

/** Written by the build of the web app: the addresses of its pages. */
const pagePathsFile = 'page-paths.json'

/** The built web app; empty when it was not built. */
export function readIndex(webDir: string): string {
  const file = join(webDir, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

const yearSeconds = 31_536_000

/**
 * Serves the web app: browsers request the page itself each time and cache everything with a hash in its name permanently. A
 * sandbox has its own page, which shows that from its first paint on (trust T4).
 */
export async function serveWebFiles(app: FastifyInstance, webDir: string, sandbox: boolean): Promise<void> {
  if (!existsSync(join(webDir, 'index.html'))) {
    app.get('/', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('The web app is not built here: npm run build\n'),
    )
    return
  }
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = /[\\/]assets[\\/]/.test(path)
      reply.setHeader('cache-control', immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile(sandbox ? 'sandbox.html' : 'index.html'))
  redirectToPages(app, webDir)
}

/** Redirects a person who typed the address of a page without its `#`. For a program there is nothing at these addresses. */
function redirectToPages(app: FastifyInstance, webDir: string): void {
  const file = join(webDir, pagePathsFile)
  const paths: readonly string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  for (const url of paths.filter((path) => !app.hasRoute({ method: 'GET', url: path })))
    app.get(url, { config: { readsPath: true } }, (request, reply) => {
      if (!isPageVisit(request)) return reply.callNotFound()
      return reply.header('cache-control', 'no-store').redirect(`/#${request.url}`)
    })
}

/** Serves the operators' console below `/console`, with its own content policy (see security-headers). */
export async function serveConsoleFiles(app: FastifyInstance, consoleDir: string): Promise<void> {
  if (!existsSync(join(consoleDir, 'index.html'))) {
    app.get('/console', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('The console is not built here: npm run build\n'),
    )
    return
  }
  const page = readFileSync(join(consoleDir, 'index.html'))
  app.get('/console', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
  )
  await app.register(fastifyStatic, {
    root: consoleDir,
    prefix: '/console/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = /[\\/]assets[\\/]/.test(path)
      reply.setHeader('cache-control', immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
    },
  })
}
