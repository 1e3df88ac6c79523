import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PageAttributes } from './page-with-attributes.ts'
import { serveConsoleFiles, serveWebFiles } from './web-files.ts'

const code = 'export const version = 1\n'
const built: Readonly<Record<string, string | Buffer>> = {
  'index.html': '<!doctype html><html lang="en">first',
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

let attributes: PageAttributes = { sandbox: 'false' }
const serveWeb = (on: FastifyInstance) => serveWebFiles(on, folder, async () => attributes)

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
  const url = await serve(serveWeb)
  build({ 'index.html': '<!doctype html>second', 'assets/c3.js': '2' })
  expect(await (await fetch(`${url}/`)).text()).toContain('first')
  expect(await (await fetch(`${url}/assets/a1.js`)).text()).toBe(code)
  expect((await fetch(`${url}/assets/c3.js`)).status).toBe(404)
})

test('a file is sent in the smallest form that the client reads, once', async () => {
  const url = await serve(serveWeb)
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

test('I16.10: the page says what holds for the installation, in every form, and is another one once that changed', async () => {
  attributes = { sandbox: 'true', 'demo-grant': '10000' }
  const url = await serve(serveWeb)
  for (const path of ['/', '/index.html'])
    for (const coding of ['br', 'gzip', null]) {
      const response = await fetch(url + path, { headers: { 'accept-encoding': coding ?? 'identity' } })
      expect(response.headers.get('content-encoding')).toBe(coding)
      expect(await response.text()).toBe(
        '<!doctype html><html data-sandbox="true" data-demo-grant="10000" lang="en">first',
      )
    }
  const etag = (await fetch(`${url}/`)).headers.get('etag') ?? ''
  attributes = { sandbox: 'true', 'demo-grant': '2"5<' }
  const changed = await fetch(`${url}/`, { headers: { 'if-none-match': etag } })
  expect([changed.status, await changed.text()]).toEqual([
    200,
    expect.stringContaining('data-demo-grant="2&quot;5&lt;"'),
  ])
})

/** Sends a path as it is, which `fetch` would tidy up. */
const statusOf = (url: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

test('nothing outside the folder is reached, and a compressed form has no address of its own', async () => {
  const url = await serve(serveWeb)
  for (const path of ['/../package.json', '/assets/..%2f..%2fpackage.json', '/assets', '/assets/a1.js.br'])
    expect(await statusOf(url, path)).toBe(404)
})

test('the console is served below its own address, with and without a slash at the end', async () => {
  const url = await serve((on) => serveConsoleFiles(on, folder))
  for (const path of ['/console', '/console/'])
    expect(await (await fetch(url + path)).text()).toBe(built['index.html'])
  expect((await fetch(`${url}/console/assets/b2.css`)).headers.get('content-type')).toContain('text/css')
  expect((await fetch(`${url}/console/assets/none.css`)).status).toBe(404)
})
