import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { translator } from '@candor/texts/server.ts'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createEnvelope } from '../responses/envelope.ts'
import { contentSecurityPolicy } from '../security/security-headers.ts'
import { createWebServer } from '../web-server.ts'
import { serveWebFiles } from './web-files.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** As a browser sends it for an address that was typed or clicked. */
const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

async function serving(files: Readonly<Record<string, string>>) {
  const webDir = mkdtempSync(join(tmpdir(), 'candor-pages-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(webDir, name), text)
  const app = createWebServer({
    envelope: createEnvelope((code, language) => `${code} ${language}`),
    log: pino({ level: 'silent' }),
    policy: contentSecurityPolicy(''),
    consolePolicy: '',
    addressBudget: null,
    https: false,
    trustProxy: false,
    observe: null,
  })
  serveWebFiles(app, webDir, async () => ({}))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  closers.push(
    () => app.close(),
    () => rmSync(webDir, { recursive: true }),
  )
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { method, headers, redirect: 'manual' })
}

const built = {
  'index.html': '<!doctype html>',
  'page-paths.json': JSON.stringify(['/', '/market', '/profile/orders/:id']),
}
const page = { accept: ofBrowser }

test('issue 12: a person who opens an unknown address gets a page in their language with a link home', async () => {
  const get = await serving(built)
  const response = await get('/no/such?page=1', { ...page, 'accept-language': 'xx, de-CH;q=0.8, ar' })
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('vary')).toContain('accept-language')
  const text = await response.text()
  expect(text).toContain('<html lang="ar" dir="rtl">')
  expect(text).toContain(`<h1>${translator('ar')('shell.notFound.title')}</h1>`)
  expect(text).toContain('<a href="/">')
  expect(text).not.toContain('no/such')
  const german = await get('/no/such', { ...page, 'accept-language': 'de-CH, en;q=0.5' })
  expect(await german.text()).toContain(translator('de')('shell.notFound.home'))
  expect(await (await get('/no/such', page)).text()).toContain('<html lang="en" dir="ltr">')
})

test('issue 12: a person who types the address of a page without its # is redirected to the page', async () => {
  const get = await serving(built)
  for (const path of ['/market?code=EURUSD', '/market', '/profile/orders/7']) {
    const response = await get(path, page)
    expect([path, response.status, response.headers.get('location')]).toEqual([path, 302, `/#${path}`])
  }
  expect((await get('/', page)).status).toBe(200)
})

test('issue 12: programs at such addresses, and all clients at those of the API, get the same response as before', async () => {
  const get = await serving(built)
  const refusal = '{"code":11004,"result":null,"message":"11004 de"}'
  const requests: [path: string, headers: Record<string, string>, method?: string][] = [
    ['/no/such', {}],
    ['/no/such', { accept: 'application/json' }],
    ['/market', {}],
    ['/profile/orders/7', { accept: '*/*' }],
    ['/no/such', page, 'POST'],
    ['/swx/customer/none', page],
    ['/ops/none', page],
    ['/.well-known/none', page],
  ]
  for (const [path, headers, method] of requests) {
    const response = await get(path, { ...headers, lang: 'de' }, method)
    expect([path, response.status, await response.text()]).toEqual([path, 404, refusal])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('vary')).toBeNull()
  }
})

test('issue 12: a web app built before it listed its pages redirects nowhere', async () => {
  const get = await serving({ 'index.html': '<!doctype html>' })
  expect((await get('/market', page)).status).toBe(404)
})
