import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Config } from '../../platform/config.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { callOps, codeNow, signInOperator } from '../../testing/test-operators.ts'

const own = { port: 0, host: '127.0.0.1', url: null, networks: null }
const running: TestApp[] = []
afterEach(async () => {
  for (const app of running.splice(0)) await app.dispose()
})

async function started(console: Config['console'], more: Partial<Config> = {}): Promise<TestApp> {
  const app = await startTestApp({ sandbox: false, console, ...more })
  running.push(app)
  return app
}

const headers = { 'content-type': 'application/json', 'x-candor-console': '1' }
const post = (url: string, body: object, more: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
const originOf = ({ consoleUrl }: TestApp) => new URL(consoleUrl).origin

test('I12.9: the console at an address of its own is there alone, with a cookie of its own', async () => {
  const app = await started(own)
  const console = originOf(app)
  expect(console).not.toBe(app.url)
  expect((await fetch(`${console}/console`)).status).toBe(200)
  for (const path of ['/console', '/console/', '/ops/me', '/ops/login'])
    expect((await fetch(app.url + path)).status).toBe(404)
  expect((await post(`${app.url}/ops/login`, {})).status).toBe(404)
  // And nothing of the customers' is here.
  for (const path of ['/', '/swx/customer/index/statistics', '/docs'])
    expect((await fetch(console + path)).status).toBe(404)

  const atConsole = { ...app, request: requestTo(console) }
  const admin = await signInOperator(atConsole, 'admin')
  expect(admin.cookie).toMatch(/^candor_own_console=/)
  expect((await admin.call('opsMe')).code).toBe(200)
  const renamed = admin.cookie.replace('candor_own_console', 'candor_console')
  const me = await fetch(`${console}/ops/me`, { headers: { cookie: renamed } })
  expect(await me.json()).toMatchObject({ code: 401 })
})

/** As the test's own client, at another address. */
const requestTo =
  (origin: string): TestApp['request'] =>
  async (method, path, body, more = {}) => {
    const response = await fetch(origin + path, { method, headers: more, ...(body === null ? {} : { body }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, ...JSON.parse(text) }
  }

test('I12.9: links to it name the address that was said, and only the networks that were named reach it', async () => {
  const url = 'https://desk.example'
  const apart = await started({ ...own, url, networks: ['10.0.0.0/8', '192.0.2.7'] })
  expect(apart.consoleUrl).toBe(`${url}/console`)
})

test('I12.9: a network that was not named gets 403 for whatever it asks', async () => {
  const app = await started({ ...own, networks: ['10.0.0.0/8', '2001:db8::/32'] })
  for (const path of ['/console', '/console/assets/x.js', '/ops/me', '/nowhere'])
    expect((await fetch(originOf(app) + path)).status).toBe(403)
  expect((await post(`${originOf(app)}/ops/login`, {})).status).toBe(403)
  // Customers come from everywhere.
  expect((await fetch(`${app.url}/swx/customer/index/statistics`)).status).toBe(200)
})

test('I12.9: a network that was named is let in', async () => {
  const app = await started({ ...own, networks: ['127.0.0.0/8'] })
  expect((await fetch(`${originOf(app)}/console`)).status).toBe(200)
})

/** The answer to a page of this origin that opens a websocket; a program names no origin. */
const upgradeFrom = (app: TestApp, origin?: string) =>
  new Promise<number | 'open'>((resolve) => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/websocket/message`, { origin })
    socket.on('open', () => {
      socket.close()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
    socket.on('error', () => undefined)
  })

test('I12.9: a sandbox keeps its console where it is; ASVS 3.3, 4.4: its cookie is bound to the host where people come over https, and no other origin opens a socket', async () => {
  const sandbox = { sandbox: true, publicUrl: 'https://trade.example' }
  await expect(startTestApp({ ...sandbox, console: own })).rejects.toThrow(
    'A sandbox has its console at /console: omit --console-port.',
  )
  const app = await started(null, sandbox)
  expect(app.consoleUrl).toBe('https://trade.example/console')
  expect((await fetch(`${app.url}/console`)).status).toBe(200)

  const { cookie, email, password, secret } = await signInOperator(app, 'admin')
  expect(cookie).toMatch(/^__Host-candor_console=[\w-]{43}$/)
  expect((await callOps(app, 'opsMe', {}, cookie)).code).toBe(200)
  expect((await callOps(app, 'opsMe', {}, cookie.replace('__Host-', ''))).code).toBe(401)
  await app.moveClock(60_000)
  const again = await callOps(app, 'opsLogin', { email, password, totp: codeNow(app, secret) }, '')
  expect(again.headers.get('set-cookie')).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Strict$/)

  expect(await upgradeFrom(app, 'https://trade.example')).toBe('open')
  expect(await upgradeFrom(app, app.url)).toBe('open')
  expect(await upgradeFrom(app)).toBe('open')
  for (const origin of ['https://evil.example', 'https://trade.example.evil.example', 'null'])
    expect([origin, await upgradeFrom(app, origin)]).toEqual([origin, 403])
})
