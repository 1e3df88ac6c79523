import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The built web app; empty when it was not built. */
export function readIndex(webDir: string): string {
  const file = join(webDir, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

const yearSeconds = 31_536_000

/**
 * Serves the web app: browsers request the page itself each time and cache everything with a hash in its name for good. A sandbox has a
 * page of its own, which says so from its first paint on (trust T4).
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
