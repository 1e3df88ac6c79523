import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { calls, opsCalls } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opsRouteTable } from '../../../back-office/operators/register-ops.ts'
import { rolesWithoutJobs, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { limitSetter } from '../../../testing/test-limits.ts'
import { routeTable } from '../route-table.ts'

let app: TestApp
let set: ReturnType<typeof limitSetter>
beforeAll(async () => {
  app = await startTestApp({ roles: rolesWithoutJobs, trustProxy: '127.0.0.1' })
  set = limitSetter(app)
})
afterAll(() => app.dispose())

const json = { 'content-type': 'application/json' }
const fill = (url: string) => url.replaceAll(/:\w+/g, '01890000-0000-7000-8000-000000000000')
const posts = {
  customers: routeTable.filter(({ access, method }) => access === 'customer' && method === 'POST'),
  operators: opsRouteTable.filter(({ roles, method }) => roles !== 'visitor' && method === 'POST'),
}

/** Sends the head of a request with a long body, and nothing of the body; resolves with the response. */
async function sendHead(path: string, headers: Record<string, string>) {
  const sent = sendRequest(`${app.url}${path}`, {
    method: 'POST',
    headers: { ...json, 'content-length': '2900000', ...headers },
  })
  sent.flushHeaders()
  const [response] = await once(sent, 'response')
  const body = await text(response)
  sent.destroy()
  return JSON.parse(body) as { readonly code: number }
}

test.each([...posts.customers, ...posts.operators])(
  'I12.1: $name: without a session the request is refused before any of its body is read',
  async ({ url }) => {
    expect(await sendHead(fill(url), { 'x-candor-console': '1' })).toMatchObject({ code: 401 })
  },
)

test('I12.6: a body that is too long for its call is refused, whatever another call takes', async () => {
  const { token } = await app.signUp()
  const { path } = calls.saveSettings
  expect(await sendHead(path, { authorization: token })).toMatchObject({ code: 11001 })
  expect(opsCalls.opsNftPicture.mostBytes).toBeGreaterThan(2_900_000)
  const body = JSON.stringify({ nickname: 'x'.repeat(100_000) })
  const response = await app.request('POST', path, body, { ...json, authorization: token })
  expect([response.status, response.code]).toEqual([413, 11001])
})

/** Repeats a request until its budget is exhausted. */
async function exhaust(send: () => Promise<number>): Promise<void> {
  for (;;) if ((await Promise.all(Array.from({ length: 50 }, send))).includes(429)) return
}

test('I12.3: unreadable and over-long bodies count for the customer or the network that sends them', async () => {
  const { token } = await app.signUp()
  const { path } = calls.saveSettings
  await set('limits.account.perHour', 1)
  await set('limits.account.burst', 1)
  const sends = (body: string, headers: Record<string, string>) => async () =>
    (await app.request('POST', path, body, { ...json, ...headers })).status
  const broken = sends('{"a":', { authorization: token })
  expect(await broken()).toBe(200)
  await exhaust(broken)
  expect(await sends('x'.repeat(100_000), { authorization: token })()).toBe(429)

  await set('limits.visitor.perHour', 1)
  await set('limits.visitor.burst', 1)
  const stranger = { 'x-forwarded-for': '203.0.113.20' }
  await exhaust(sends('{"a":', stranger))
  // Not even the console's header.
  for (const { url } of [...posts.customers, ...posts.operators])
    expect([url, (await app.request('POST', fill(url), '{"a":', { ...json, ...stranger })).status]).toEqual([
      url,
      429,
    ])
})
