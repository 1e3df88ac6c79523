import { tmpdir } from 'node:os'
import { type OperatorRole, type OpsCall, type OpsCallName, opsCalls } from '@candor/contract'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { FairLine } from '../../platform/http/files/fair-line.ts'
import { FileSender } from '../../platform/http/files/file-sender.ts'
import { FileResponse } from '../../platform/http/handlers.ts'
import { createEnvelope } from '../../platform/http/responses/envelope.ts'
import { createWebServer } from '../../platform/http/web-server.ts'
import { recordedBudget } from '../../platform/limits/test-budget.ts'
import type { Operator, Stranger } from './operator.ts'
import { WithCookie } from './ops-handlers.ts'
import { type OpsRouteOptions, opsRouteTable, registerOps } from './register-ops.ts'
import type { ServiceDoor } from './service-tokens/service-door.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const operator = (role: OperatorRole): Operator => ({
  ...{ id: `an ${role}`, email: `${role}@x.example`, role, sessionId: 'a session' },
})

/** No service token is known here. */
const noTokens: ServiceDoor = {
  recognizes: () => false,
  authenticate: () => Promise.reject(new Error('there is no token')),
  noteCall: () => Promise.resolve(),
}

/** A web server of the console's, with options to register its calls; `looked` gets each token. */
function openServer(changes: Partial<OpsRouteOptions> = {}) {
  const looked: string[] = []
  const envelope = createEnvelope(() => null)
  const app = createWebServer({
    ...{ envelope, log: pino({ level: 'silent' }), policy: '', consolePolicy: '' },
    ...{ addressBudget: null, https: false, trustProxy: '127.0.0.1', observe: null },
  })
  closing.push(() => app.close())
  const options: OpsRouteOptions = {
    authenticate: async (token) => {
      looked.push(token)
      return token === 'ended' ? 'ended' : operator(token as OperatorRole)
    },
    services: noTokens,
    files: new FileSender(tmpdir()),
    changed: () => undefined,
    ...{ cookieName: 'candor_console', https: false, envelope, budgets: null, visitors: null },
    ...{ checkResults: false, ...changes },
  }
  return { app, options, looked }
}

/** A console whose handlers return `result` of their call, and the callers that reached one. */
function serve(changes: Partial<OpsRouteOptions> = {}, results: Partial<Record<OpsCallName, unknown>> = {}) {
  const handled: (readonly [OpsCallName, unknown, Operator | Stranger])[] = []
  let changed = 0
  const { app, options, looked } = openServer({
    changed: () => {
      changed += 1
    },
    ...changes,
  })
  const handlers = Object.fromEntries(
    opsRouteTable.map(({ name }) => [
      name,
      async (input: unknown, who: Operator | Stranger) => {
        handled.push([name, input, who])
        return (name in results ? results[name] : 'done') as never
      },
    ]),
  )
  registerOps(app, handlers, options)
  const call = async (
    name: OpsCallName,
    as: string | null,
    { headers = {}, body = {} }: { readonly headers?: Record<string, string>; readonly body?: object } = {},
  ) => {
    const { method, path } = opsCalls[name]
    const url = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')
    const cookie = as === null ? {} : { cookie: `other=1; candor_console=${as}; more=2` }
    const sent = method === 'GET' ? {} : { payload: JSON.stringify(body) }
    const own = { 'x-candor-console': '1', 'content-type': 'application/json', ...cookie }
    const response = await app.inject({ method, url, headers: { ...own, ...headers }, ...sent })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return { status: response.statusCode, code: isJson ? response.json().code : null, response }
  }
  return { app, call, handled, looked, changes: () => changed }
}

test('a call without a handler fails the start', () => {
  const { app, options } = openServer()
  expect(() => registerOps(app, {}, options)).toThrow(`no handler for ${opsRouteTable[0]?.name}`)
})

test('every call is for visitors or names its roles, and each role is let in by those calls alone', async () => {
  for (const { name, roles } of opsRouteTable) expect([name, roles.length > 0]).toEqual([name, true])
  const { call } = serve()
  expect((await call('opsMoneyReport', 'finance')).code).not.toBe(11005)
  expect((await call('opsMoneyReport', 'content')).code).toBe(11005)
})

test('an operator is known by the console’s own cookie, and a visitor by address and browser', async () => {
  const { call, handled } = serve()
  expect((await call('opsLogout', 'admin')).code).toBe(200)
  expect(handled[0]).toEqual(['opsLogout', expect.anything(), operator('admin')])
  await call('opsSignInWays', null, {
    headers: { 'user-agent': 'Firefox', 'x-forwarded-for': '203.0.113.9' },
  })
  expect(handled[1]).toEqual(['opsSignInWays', {}, { address: '203.0.113.9', device: 'Firefox' }])
})

test('without a session a call is 401 in the body, and nothing is looked up', async () => {
  const { call, handled, looked } = serve()
  for (const cookie of [
    '',
    'candor_consoles=admin',
    '__Host-candor_console=admin',
    'candor_own_console=admin',
  ]) {
    const { status, code } = await call('opsLogout', null, { headers: { cookie } })
    expect([status, code]).toEqual([200, 401])
  }
  expect([handled, looked]).toEqual([[], []])
  expect((await call('opsLogout', 'ended')).code).toBe(401)
})

test('a request that another site’s page made is refused, and a form of any page', async () => {
  const { call, handled, looked } = serve()
  for (const site of ['cross-site', 'same-site'])
    expect((await call('opsLogout', 'admin', { headers: { 'sec-fetch-site': site } })).status).toBe(401)
  const cookie = 'candor_console=admin'
  const { app } = serve()
  const form = await app.inject({ method: 'POST', url: opsCalls.opsLogout.path, headers: { cookie } })
  expect(form.statusCode).toBe(401)
  expect([handled, looked]).toEqual([[], []])
  for (const site of ['same-origin', 'none'])
    expect((await call('opsLogout', 'admin', { headers: { 'sec-fetch-site': site } })).code).toBe(200)
  const link = await app.inject({ method: 'GET', url: opsCalls.opsMe.path, headers: { cookie } })
  expect(link.json().code).toBe(200)
})

test('a sign-in sets a cookie that no script reads and no other site sends, and a sign-out removes it', async () => {
  const cookieOf = async (token: string | null, changes: Partial<OpsRouteOptions>, headers = {}) => {
    const { call } = serve(changes, { opsLogout: new WithCookie(true, token) })
    const name =
      changes.https === true || 'x-forwarded-proto' in headers ? '__Host-candor_console' : 'candor_console'
    const { response } = await call('opsLogout', null, { headers: { cookie: `${name}=admin`, ...headers } })
    expect(response.json().result).toBe(true)
    return response.headers['set-cookie']
  }
  const rest = 'HttpOnly; SameSite=Strict'
  expect(await cookieOf('abc', {})).toBe(`candor_console=abc; Path=/ops; ${rest}`)
  expect(await cookieOf(null, {})).toBe(`candor_console=; Path=/ops; ${rest}; Max-Age=0`)
  const secure = `__Host-candor_console=abc; Path=/; Secure; ${rest}`
  expect(await cookieOf('abc', { https: true })).toBe(secure)
  expect(await cookieOf('abc', {}, { 'x-forwarded-proto': 'https' })).toBe(secure)
})

test('a change recomputes shared responses, and a read or a sign-in does not', async () => {
  const { call, changes } = serve()
  const { response } = await call('opsMe', 'admin')
  expect(response.headers['set-cookie']).toBeUndefined()
  await call('opsSignInWays', null)
  expect(changes()).toBe(0)
  await call('opsLogout', 'admin')
  expect(changes()).toBe(
    opsCalls.opsLogout.method === 'POST' && !('changesNothing' in opsCalls.opsLogout) ? 1 : 0,
  )
  const before = changes()
  for (const { name, method, roles } of opsRouteTable)
    if (method === 'POST' && roles !== 'visitor' && (opsCalls[name] as OpsCall).changesNothing === true)
      await call(name, roles[0] ?? '')
  expect(changes()).toBe(before)
  await call('opsReconcile', 'finance')
  expect(changes()).toBeGreaterThan(0)
})

test('requests count for the operator or, without a session, for the network', async () => {
  const counted: string[] = []
  const budgets = {
    account: recordedBudget('account', counted),
    visitor: recordedBudget('visitor', counted),
  }
  const { call } = serve({ budgets })
  await call('opsMe', 'admin')
  await call('opsMe', null, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  await call('opsMe', 'ended', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(counted).toEqual(['account an admin', 'visitor 203.0.113.9', 'visitor 203.0.113.9'])
})

test('requests without a session wait in the visitors’ line, and those for single sign-on in their own', async () => {
  const used: string[] = []
  class NamedLine extends FairLine {
    readonly name: string
    constructor(name: string) {
      super({ atOnce: 1, atOnceOfOne: 1, mostWaiting: 1, mostOfOne: 1, comeAgainMs: 1 })
      this.name = name
    }
    override run<T>(caller: Parameters<FairLine['run']>[0], work: () => Promise<T>): Promise<T> {
      used.push(`${this.name} ${typeof caller === 'string' ? caller : caller.range}`)
      return super.run(caller, work)
    }
  }
  const { call } = serve({
    visitors: { calls: new NamedLine('calls'), elsewhere: new NamedLine('elsewhere') },
  })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await call('opsSignInWays', null, { headers })
  await call('opsSsoStart', null, { headers })
  await call('opsMe', 'admin', { headers })
  expect(used).toEqual(['calls 203.0.113.0/24', 'elsewhere 203.0.113.0/24'])
})

test('a file is sent as it is, and a result that does not fit the contract fails where results are checked', async () => {
  const file = new FileResponse('text/csv', 'report.csv', Buffer.from('a,b'))
  const { response } = await serve({}, { opsMe: file }).call('opsMe', 'admin')
  expect([response.body, response.headers['content-type']]).toEqual([
    'a,b',
    expect.stringContaining('text/csv'),
  ])
  expect((await serve({ checkResults: true }).call('opsMe', 'admin')).status).toBe(500)
  const plain = await serve({ checkResults: false }).call('opsMe', 'admin')
  expect(plain.response.json()).toEqual({ code: 200, result: 'done', message: null })
})
