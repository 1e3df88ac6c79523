import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opsRouteTable } from '../../back-office/operators/register-ops.ts'
import { routeTable } from '../../platform/http/route-table.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { limitSetter } from '../../testing/test-limits.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { wellFormed } from '../fuzz/make-request.ts'
import { oddValues } from '../fuzz/odd-values.ts'
import { apiKeyHeader, freeze } from './customers-cast.ts'
import { absentId, textTable } from './matrix.ts'
import { type PageRequest, pageRequests } from './page-requests.ts'

const head = `
# Who is answered what: every address outside both APIs

One line a route, made by \`pages-matrix.test.ts\` over HTTP from the routes that the web servers really have. A cell has the status of the
response. These routes identify no caller: a response has no name, email or id of the caller, and sets no cookie.

\`nobody\` sends nothing; \`operator\` an operator's cookie; \`customer\` a session; \`frozen\` one of a frozen customer; \`trades\` an API key.
\`origins\` is who may read the response in a browser: pages of ours (own), or of any origin (any). \`cache\` is how long a browser or a proxy keeps
it; a built page is asked for each time.
`
const actors = ['nobody', 'operator', 'customer', 'frozen', 'trades'] as const

/** Routes of every web server in this process, added by any part of it. */
const served = new Set<string>()
const noteRoutes = (message: unknown): void => {
  const { fastify } = message as { readonly fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') served.add(`${one} ${url}`)
  })
}

/** Addresses of the pages and files of both web apps, which are there only once they are built, apart from those tried here. */
function builtRoutes(): string[] {
  const file = new URL('../../../../web/dist/page-paths.json', import.meta.url)
  const paths: readonly string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const routes = ['/*', '/console/*', ...paths].map((path) => `GET ${path}`)
  return routes.filter((route) => !(route in pageRequests))
}

function routesOutsideBothApis(): string[] {
  const declared = new Set([...routeTable, ...opsRouteTable].map(({ method, url }) => `${method} ${url}`))
  for (const route of builtRoutes()) declared.add(route)
  return [...served].filter((route) => !declared.has(route)).sort()
}

let app: TestApp
const headers: Record<string, Readonly<Record<string, string>>> = { nobody: {} }
/** Names, emails and ids of the callers. */
const names: string[] = []

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes)
  app = await startTestApp()
  unsubscribe('fastify.initialization', noteRoutes)
  const operator = await signInOperator(app, 'admin')
  const [customer, frozen, owner] = [await app.signUp(), await app.signUp(), await app.signUp()]
  headers.operator = { cookie: operator.cookie, 'x-candor-console': '1' }
  headers.customer = { authorization: customer.token }
  headers.frozen = { authorization: await freeze(app, frozen) }
  headers.trades = await apiKeyHeader(app, owner, 'trade')
  for (const { id, email, userName } of [customer, frozen, owner]) names.push(id, email, userName)
  names.push(operator.id)
})
afterAll(() => app.dispose())

/** Pages that are there only once the web apps are built. */
const builtPages: ReadonlySet<string> = new Set(['GET /', 'GET /console'])

/** Pages that may read a response although they are not ours; `own`: none. */
function originsOf({ headers }: { readonly headers: Headers }): string {
  const allowed = headers.get('access-control-allow-origin')
  expect([allowed, headers.get('access-control-allow-credentials')]).toEqual([allowed, null])
  return allowed === null ? 'own' : allowed === '*' ? 'any' : allowed
}

const notStated = 'not stated'
const cacheOf = ({ headers }: { readonly headers: Headers }): string =>
  headers.get('cache-control') ?? notStated

const requestOf = (route: string): PageRequest => pageRequests[route] ?? {}

async function send(route: string, { path = '', query = {}, body }: PageRequest, actor = 'nobody') {
  const [method = '', pattern = ''] = route.split(' ')
  const address = pattern.replace(/:file|\*/, encodeURIComponent(wellFormed(path)))
  const response = await fetch(`${app.url}${address}?${new URLSearchParams(query)}`, {
    method,
    redirect: 'manual',
    headers: {
      origin: 'https://elsewhere.example',
      ...headers[actor],
      ...(body === undefined ? {} : { 'content-type': 'application/reports+json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('I12.Mp: every route outside both APIs is tried, and none that is tried is missing', () => {
  expect(served.size).toBeGreaterThan(routeTable.length + opsRouteTable.length)
  expect(routesOutsideBothApis()).toEqual(Object.keys(pageRequests).sort())
})

test('I12.Mp: addresses outside both APIs answer as the reviewed table says, and identify no caller', async () => {
  const rows: string[][] = [['route', ...actors, 'origins', 'cache']]
  for (const route of routesOutsideBothApis()) {
    const statuses: string[] = []
    const written = new Set<string>()
    for (const actor of actors) {
      const response = await send(route, requestOf(route), actor)
      statuses.push(String(response.status))
      expect([route, cacheOf(response) === notStated && !builtPages.has(route)]).toEqual([route, false])
      written.add(JSON.stringify([originsOf(response), builtPages.has(route) ? 'page' : cacheOf(response)]))
      expect([route, actor, response.headers.get('set-cookie')]).toEqual([route, actor, null])
      expect([route, actor, names.filter((name) => response.text.includes(name))]).toEqual([route, actor, []])
    }
    expect([route, new Set(statuses).size]).toEqual([route, 1])
    expect([route, [...written]]).toEqual([route, [[...written][0]]])
    rows.push([route, ...statuses, ...JSON.parse([...written][0] ?? '[]')])
  }
  await expect(textTable(head, rows)).toMatchFileSnapshot('pages-matrix.txt')
})

test('I12.Mp: no call of either API is read by a page of another origin, and none about a customer is kept by a browser', async () => {
  const set = limitSetter(app)
  await set('limits.visitor.burst', 10_000)
  const routes = [
    ...routeTable.map((route) => ({ ...route, actor: 'customer', isPublic: route.access === 'visitor' })),
    ...opsRouteTable.map((route) => ({ ...route, actor: 'operator', isPublic: false })),
  ]
  const statuses = new Set<number>()
  for (const { method, url, actor, isPublic } of routes) {
    const route = `${method} ${url.replaceAll(/:\w+/g, absentId)}`
    // A POST may end the actor’s own session.
    const response = await send(
      route,
      method === 'POST' ? { body: '{}' } : {},
      method === 'POST' ? 'nobody' : actor,
    )
    statuses.add(response.status)
    expect([route, originsOf(response)]).toEqual([route, 'own'])
    if (!isPublic) expect([route, cacheOf(response)]).toEqual([route, 'no-store'])
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 401]))
})

test('I12.Mp: odd values in any field of an address outside both APIs make no fault', async () => {
  const set = limitSetter(app)
  await set('limits.visitor.perHour', 1_000_000)
  await set('limits.visitor.burst', 10_000)
  const texts = oddValues.filter((value) => typeof value === 'string')
  const requests = Object.entries(pageRequests).flatMap(([route, request]) => [
    ...(request.path === undefined ? [] : texts.map((path) => [route, { ...request, path }] as const)),
    ...Object.keys(request.query ?? {}).flatMap((field) =>
      texts.map((text) => [route, { ...request, query: { ...request.query, [field]: text } }] as const),
    ),
  ])
  expect(requests.length).toBeGreaterThan(1_000)
  const statuses = new Set<number>()
  for (let at = 0; at < requests.length; at += 20)
    await Promise.all(
      requests.slice(at, at + 20).map(async ([route, request]) => {
        const { status, text } = await send(route, request)
        statuses.add(status)
        if (status >= 500) throw new Error(`${route} ${JSON.stringify(request)}: ${status} ${text}`)
      }),
    )
  expect(statuses).toContain(200)
  expect(statuses).not.toContain(429)
})

test('I12.Mp: requests to every address outside both APIs count against a visitor’s budget', async () => {
  const set = limitSetter(app)
  await set('limits.visitor.perHour', 1)
  await set('limits.visitor.burst', 1)
  for (const route of routesOutsideBothApis())
    await expect
      .poll(async () => [route, (await send(route, requestOf(route))).status], { interval: 1 })
      .toEqual([route, 429])
})
