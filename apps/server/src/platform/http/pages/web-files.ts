import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { builtFilesIn } from './built-files.ts'
import { isPageVisit } from './not-found-page.ts'
import { type PageAttributes, PageWithAttributes } from './page-with-attributes.ts'

/** Written by the build of the web app: the addresses of its pages. */
const pagePathsFile = 'page-paths.json'

/** The built web app; empty when it was not built. */
export function readIndex(webDir: string): string {
  const file = join(webDir, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Parameters of a route for every path. */
interface Wildcard {
  readonly Params: { readonly '*': string }
}

/**
 * Serves the web app: browsers request the page itself each time and cache everything with a hash in its name permanently. The page
 * carries `attributes`, so that its first paint is true for this installation: whether it is a sandbox (trust T4), and its figures.
 */
export function serveWebFiles(
  app: FastifyInstance,
  webDir: string,
  attributes: () => Promise<PageAttributes>,
): void {
  if (!existsSync(join(webDir, 'index.html'))) {
    app.get('/', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('The web app is not built here: npm run build\n'),
    )
    return
  }
  const files = builtFilesIn(webDir)
  const page = new PageWithAttributes(files.textOf('index.html'))
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) =>
    page.send(await attributes(), request, reply)
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.get<Wildcard>('/*', (request, reply) => files.send(request.params['*'], request, reply))
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
export function serveConsoleFiles(app: FastifyInstance, consoleDir: string): void {
  if (!existsSync(join(consoleDir, 'index.html'))) {
    app.get('/console', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('The console is not built here: npm run build\n'),
    )
    return
  }
  const files = builtFilesIn(consoleDir)
  app.get('/console', (request, reply) => files.send('index.html', request, reply))
  app.get<Wildcard>('/console/*', (request, reply) => files.send(request.params['*'], request, reply))
}
