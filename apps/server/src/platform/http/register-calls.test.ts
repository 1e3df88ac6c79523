import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallName, calls } from '@candor/contract'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { ManualClock } from '../clock.ts'
import { recordedBudget } from '../limits/test-budget.ts'
import type { KeyHolder, SignedInAs } from './authenticate.ts'
import type { Caller, Visitor } from './caller.ts'
import { FileSender } from './files/file-sender.ts'
import { UploadDoor } from './files/upload-door.ts'
import { FileResponse, type IdempotencyContext } from './handlers.ts'
import { type CallRouteOptions, type GivenProof, registerCalls } from './register-calls.ts'
import { createEnvelope } from './responses/envelope.ts'
import { SharedResponses } from './responses/shared-responses.ts'
import { routeTable } from './route-table.ts'
import { createWebServer } from './web-server.ts'

const id = '01890000-0000-7000-8000-000000000000'
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Arguments of a call’s handler. */
interface Handled {
  readonly name: CallName
  readonly input: Record<string, unknown>
  readonly caller: Caller | Visitor
  readonly idempotency: IdempotencyContext | null
}

const session = (userId: string, changes: Partial<SignedInAs> = {}): SignedInAs => ({
  ...{ userId, sessionId: `session of ${userId}`, frozen: false, country: 'DE' },
  ...changes,
})
const holders: Readonly<Record<string, SignedInAs>> = {
  ana: session('ana'),
  frozen: session('frozen', { frozen: true }),
  abroad: session('abroad', { country: 'KP' }),
}
const standing = { policy: 'apiKeys', burst: 60, perSecond: 1, remaining: 20 }
const keys: Readonly<Record<string, KeyHolder>> = {
  reader: { ...session('ana'), scope: 'read', standing },
  trader: { ...session('ana'), scope: 'trade', standing },
}

const folder = join(tmpdir(), `candor-register-calls-${process.pid}`)

/** A web server, with options to register its calls; `proofs` gets what each fresh proof is asked for with. */
function openServer(changes: Partial<CallRouteOptions> = {}) {
  const proofs: (readonly [string, GivenProof])[] = []
  const envelope = createEnvelope(() => 'a message')
  const app = createWebServer({
    ...{ envelope, log: pino({ level: 'silent' }), policy: '', consolePolicy: '' },
    ...{ addressBudget: null, https: false, trustProxy: false, observe: null },
  })
  closing.push(() => app.close())
  const options: CallRouteOptions = {
    authenticate: (token) => holders[token] ?? (token === 'ended' ? 'ended' : 'forged'),
    authenticateKey: async (key) => keys[key] ?? 'forged',
    recognizesKey: (key) => key in keys,
    isVerified: async (userId) => userId === 'abroad',
    requireFreshProof: async ({ userId }, given) => void proofs.push([userId, given]),
    countryStanding: async (country) => (country === 'KP' ? 'closed' : 'open'),
    ...{ envelope, budgets: null, shared: null, visitors: null, checkResults: false },
    ...{ uploads: new UploadDoor(folder, async () => 1_000_000, null), files: new FileSender(folder) },
    ...changes,
  }
  return { app, options, proofs }
}

/** A server whose handlers return `result` of their call, or what they were given. */
function serve(changes: Partial<CallRouteOptions> = {}, results: Partial<Record<CallName, unknown>> = {}) {
  const handled: Handled[] = []
  const { app, options, proofs } = openServer(changes)
  const handlers = Object.fromEntries(
    routeTable.map(({ name }) => [
      name,
      async (
        input: Record<string, unknown>,
        caller: Caller | Visitor,
        idempotency: IdempotencyContext | null,
      ) => {
        handled.push({ name, input, caller, idempotency })
        return (results[name] ?? { made: handled.length }) as never
      },
    ]),
  )
  registerCalls(app, handlers, options)
  const call = async (
    name: CallName,
    headers: Readonly<Record<string, string>> = {},
    { body, query = '' }: { readonly body?: unknown; readonly query?: string } = {},
  ) => {
    const { method, path } = calls[name]
    const url = `${path.replaceAll(/\{(\w+)\}/g, (_all, field) => (field === 'code' ? 'BTCUSDT' : id))}${query}`
    const sent = method === 'GET' ? {} : { payload: JSON.stringify(body ?? {}) }
    const type = method === 'GET' ? {} : { 'content-type': 'application/json' }
    const response = await app.inject({ method, url, headers: { ...type, ...headers }, ...sent })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const { code, result } = isJson ? response.json() : { code: null, result: null }
    return { status: response.statusCode, code, result, headers: response.headers, text: response.body }
  }
  return { call, handled, proofs }
}
const as = (
  authorization: string,
  headers: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  authorization,
  ...headers,
})
const real = { virtually: 'YES' }
const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const once = () => ({ 'idempotency-key': randomUUID() })

test('a call without a handler fails the start', () => {
  const { app, options } = openServer()
  expect(() => registerCalls(app, {}, options)).toThrow(/^no handler for checkUserNameOrPhone, sendCode/)
})

test('a visitor is known by what the headers say, and a customer by the session', async () => {
  const { call, handled } = serve()
  const device = 'B5C7D2A0-1111-4222-8333-444455556666'
  const headers = { lang: 'fr', 'user-agent': 'Firefox', device, ...real }
  expect((await call('login', headers, { body: { account: 'ana', password: 'x' } })).code).toBe(200)
  expect(handled[0]).toEqual({
    ...{ name: 'login', input: { account: 'ana', password: 'x' }, idempotency: null },
    caller: {
      ...{ userId: null, mode: 'real', language: 'fr', address: '127.0.0.1' },
      ...{ device: 'Firefox', deviceMark: device.toLowerCase() },
    },
  })
  expect((await call('getUserInfo', as(' ana '))).code).toBe(200)
  expect(handled[1]?.caller).toEqual({
    ...{ userId: 'ana', sessionId: 'session of ana', mode: 'demo', language: 'en', address: '127.0.0.1' },
  })
  expect(handled).toHaveLength(2)
})

test('a customer’s call without a session, or with one that ended, is 401 in the body, and a forged one in HTTP', async () => {
  const { call, handled } = serve()
  for (const headers of [{}, as('  '), as('ended')]) {
    const { status, code } = await call('getUserInfo', headers)
    expect([status, code]).toEqual([200, 401])
  }
  for (const headers of [as('made up'), { 'x-api-key': 'made up' }])
    expect((await call('getUserInfo', headers)).status).toBe(401)
  expect(handled).toEqual([])
})

test('ADR-166: an API key reads or trades as its scope says, and does nothing else', async () => {
  const { call } = serve()
  const codesOf = async (key: string) => {
    const headers = { 'x-api-key': key, ...once() }
    const tried = [await call('getUserInfo', headers), await call('buyContract', headers, { body: buy })]
    return [...tried, await call('settings', headers)].map(({ code }) => code)
  }
  expect(await codesOf('reader')).toEqual([200, 11013, 11013])
  expect(await codesOf('trader')).toEqual([200, 20004, 11013])
  // A session, where one is sent, is what counts.
  expect((await call('settings', { 'x-api-key': 'reader', authorization: 'ana' })).code).toBe(200)
})

test('T13: a frozen customer makes the calls that are open to them alone', async () => {
  const { call } = serve()
  expect((await call('buyContract', as('frozen', once()), { body: buy })).code).toBe(10008)
  expect((await call('closeAllContracts', as('frozen', once()))).code).not.toBe(10008)
  expect((await call('buyContract', as('ana', once()), { body: buy })).code).toBe(20004)
})

test('calls for real money alone, and those for proven identities, are refused to others', async () => {
  const { call } = serve()
  const input = { body: { productId: id, days: 7, amount: '100' } }
  expect((await call('buySmart', as('ana', once()), input)).code).toBe(11030)
  expect((await call('buySmart', as('ana', { ...once(), ...real }), input)).code).toBe(20004)
  expect((await call('loan', as('ana', { ...once(), ...real }))).code).toBe(10022)
  expect((await call('loan', as('abroad', { ...once(), ...real }))).code).not.toBe(10022)
})

test('I12.12: a closed country shuts new business with real money alone', async () => {
  const { call } = serve()
  const buyAs = async (who: string, mode: Record<string, string>) => {
    const { code, result } = await call('buyContract', as(who, { ...once(), ...mode }), { body: buy })
    return [code, code === 10015 ? result : null]
  }
  expect(await buyAs('abroad', real)).toEqual([10015, { reason: 'country', country: 'KP' }])
  expect(await buyAs('abroad', {})).toEqual([20004, null])
  expect(await buyAs('ana', real)).toEqual([20004, null])
  expect((await call('getUserInfo', as('abroad', real))).code).toBe(200)
})

test('ADR-191: a call that needs a fresh proof hands on the password and code that it carries, and others ask for none', async () => {
  const { call, proofs } = serve()
  await call('totpDisable', as('ana'), { body: { password: 'a phrase', totp: '123456' } })
  await call('revokeOtherSessions', as('ana'))
  await call('settings', as('ana'))
  expect(proofs).toEqual([
    ['ana', { password: 'a phrase', totp: '123456' }],
    ['ana', { password: undefined, totp: undefined }],
  ])
})

test('a call that moves money needs a once-only key, and is known by it, its mode and its fields', async () => {
  const { call, handled } = serve()
  const without = await call('buyContract', as('ana'), { body: buy })
  expect(without.result.issues).toEqual([{ path: 'Idempotency-Key', code: 'required' }])
  const headers = as('ana', once())
  for (const lots of ['0.001', '0.001', '0.002'])
    await call('buyContract', headers, { body: { ...buy, lots } })
  await call('buyContract', { ...headers, ...real }, { body: buy })
  const [first, second, third, fourth] = handled.map(({ idempotency }) => idempotency)
  expect(first).toMatchObject({ key: headers['idempotency-key'], call: 'buyContract' })
  expect(second).toEqual(first)
  expect(third?.bodyHash).not.toBe(first?.bodyHash)
  expect(fourth?.bodyHash).not.toBe(first?.bodyHash)
  await call('settings', headers)
  expect(handled.at(-1)?.idempotency).toBeNull()
})

test('a read has its fields from the path and the query', async () => {
  const { call, handled } = serve()
  await call('getContractOrderById', as('ana'))
  await call('listContractOrder', as('ana'), { query: '?limit=5' })
  expect(handled.map(({ input }) => input)).toEqual([
    expect.objectContaining({ id }),
    expect.objectContaining({ limit: 5 }),
  ])
})

test('a list in the query of a read is a list, though it has one value', async () => {
  const { call, handled } = serve()
  for (const query of ['?type=contracts', '?type=contracts&type=options', ''])
    await call('listAllOrders', as('ana'), { query })
  expect(handled.map(({ input }) => input.type)).toEqual([['contracts'], ['contracts', 'options'], undefined])
})

test('files are read from a customer’s multipart body alone', async () => {
  const read: string[] = []
  const uploads: CallRouteOptions['uploads'] = {
    read: async (_request, userId) => {
      read.push(userId)
      return {}
    },
  }
  const { call } = serve({ uploads })
  await call('upload', as('ana'))
  expect(read).toEqual([])
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await call('upload', multipart)).code).toBe(401)
  await call('upload', as('ana', multipart))
  expect(read).toEqual(['ana'])
})

const budgetOf = (name: string, counted: string[]) =>
  recordedBudget(name, counted, {
    waitMs: name === 'empty' ? 500 : 0,
    standing: { policy: name, burst: 20, perSecond: 2, remaining: 10 },
  })

test('I12.3: requests count for the account or, without a valid session, for the network, and show what is left', async () => {
  const counted: string[] = []
  const budget = (name: string) => budgetOf(name, counted)
  const budgets = { account: budget('account'), visitor: budget('visitor'), names: budget('names') }
  const { call } = serve({ budgets: { ...budgets, signIns: budget('signIns') } })
  const shown = async (name: CallName, headers: Record<string, string>) =>
    (await call(name, headers)).headers.ratelimit
  expect(await shown('getUserInfo', as('ana'))).toBe('"account";r=10;t=5')
  expect(await shown('getUserInfo', { 'x-api-key': 'reader' })).toBe('"apiKeys";r=20;t=40')
  expect(await shown('getUserInfo', {})).toBeUndefined()
  await call('login', {}, { body: { account: 'ana', password: 'x' } })
  expect(counted).toEqual(['account ana', 'account ana', 'visitor 127.0.0.1', 'signIns 127.0.0.1'])
})

test('I12.1: a credential that was refused once is counted before it is looked up again, and one that is not ours always', async () => {
  const counted: string[] = []
  const looked: string[] = []
  const budgets = { visitor: budgetOf('visitor', counted), account: budgetOf('account', []) }
  const look = (credential: string) => void looked.push(`after ${counted.length}: ${credential}`)
  const { call } = serve({
    budgets: { ...budgets, names: budgets.account, signIns: budgets.account },
    authenticate: (token) => {
      look(token)
      return 'ended'
    },
    authenticateKey: async (key) => {
      look(key)
      return 'forged'
    },
  })
  await call('getUserInfo', as('a token'))
  await call('getUserInfo', as('a token'))
  await call('getUserInfo', { 'x-api-key': 'a key' })
  expect(looked).toEqual(['after 0: a token', 'after 2: a token', 'after 3: a key'])
  expect(counted).toEqual(Array(3).fill('visitor 127.0.0.1'))
  const empty = serve({
    budgets: { ...budgets, visitor: budgetOf('empty', []), names: budgets.account, signIns: budgets.account },
  })
  expect((await empty.call('getUserInfo', {})).status).toBe(429)
})

test('I12.2: a shared response differs by language', async () => {
  const { call } = serve({ shared: new SharedResponses(new ManualClock(0)) })
  expect((await call('listNft')).headers.vary).toContain('lang')
})

test('I12.2: a shared response is made once for callers who ask the same in the same language, until it is out of date', async () => {
  const { call } = serve({ shared: new SharedResponses(new ManualClock(0)) })
  const madeFor = async (headers: Record<string, string>) =>
    (await call('listSmartProducts', headers)).result.made
  expect([await madeFor({}), await madeFor({}), await madeFor({ lang: 'fr' })]).toEqual([1, 1, 2])
  const input = { body: { productId: id, days: 7, amount: '100' } }
  await call('buySmart', as('ana', { ...once(), ...real }), input)
  expect(await madeFor({})).toBe(4)
})

test('a response that does not fit the contract fails where results are checked, and a file is sent as it is', async () => {
  expect((await serve({ checkResults: true }).call('settings', as('ana'))).status).toBe(500)
  const body = Buffer.from('a,b')
  const { call } = serve({}, { statement: new FileResponse('text/csv', 'statement.csv', body) })
  const file = await call('statement', as('ana'))
  expect([file.text, file.headers['content-type']]).toEqual(['a,b', expect.stringContaining('text/csv')])
})

test('quotes of the past may be stored by browsers, in the language of the request', async () => {
  const { call } = serve()
  const stored = await call('minuteQuotes', {}, { query: '?at=60000' })
  expect([stored.headers['cache-control'], stored.headers.vary]).toEqual([
    'public, max-age=5',
    expect.stringContaining('lang'),
  ])
  expect((await call('tariffs')).headers['cache-control']).not.toContain('max-age=5')
})
