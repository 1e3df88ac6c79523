import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveConsoleFiles, serveWebFiles } from './web-files.ts'

const code = 'export const version = 1\n'
const built: Readonly<Record<string, string | Buffer>> = {
  'index.html': '<!doctype html>first',
  'sandbox.html': '<!doctype html>sandbox',
  'assets/a1.js': code,
  'assets/a1.js.br': brotliCompressSync(code),
  'assets/a1.js.gz': gzipSync(code),
  'assets/b2.css': 'a{}',
  'page-paths.json': '["/market"]',
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-built-'))
})
function build(files: Readonly<Record<string, string | Buffer>>): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

let app: FastifyInstance
async function serve(serveFiles: (on: FastifyInstance) => void): Promise<string> {
  build(built)
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  serveFiles(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

test('I16.12: a server that goes on running after a new build in its place serves one version', async () => {
  const url = await serve((on) => serveWebFiles(on, folder, false))
  build({ 'index.html': '<!doctype html>second', 'assets/c3.js': '2' })
  expect(await (await fetch(`${url}/`)).text()).toBe('<!doctype html>first')
  expect(await (await fetch(`${url}/assets/a1.js`)).text()).toBe(code)
  expect((await fetch(`${url}/assets/c3.js`)).status).toBe(404)
})

test('a file is sent in the smallest form that the client reads, once', async () => {
  const url = await serve((on) => serveWebFiles(on, folder, false))
  for (const [reads, coding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await fetch(`${url}/assets/a1.js`, { headers: { 'accept-encoding': reads } })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('vary')).toContain('accept-encoding')
    expect(await response.text()).toBe(code)
  }
  const page = await fetch(`${url}/`)
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const again = await fetch(`${url}/`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

/** Sends a path as it is, which `fetch` would tidy up. */
const statusOf = (url: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

test('nothing outside the folder is reached, and a compressed form has no address of its own', async () => {
  const url = await serve((on) => serveWebFiles(on, folder, true))
  expect(await (await fetch(`${url}/`)).text()).toContain('sandbox')
  for (const path of ['/../package.json', '/assets/..%2f..%2fpackage.json', '/assets', '/assets/a1.js.br'])
    expect(await statusOf(url, path)).toBe(404)
})

test('the console is served below its own address, with and without a slash at the end', async () => {
  const url = await serve((on) => serveConsoleFiles(on, folder))
  for (const path of ['/console', '/console/'])
    expect(await (await fetch(url + path)).text()).toBe('<!doctype html>first')
  expect((await fetch(`${url}/console/assets/b2.css`)).headers.get('content-type')).toContain('text/css')
  expect((await fetch(`${url}/console/assets/none.css`)).status).toBe(404)
})
