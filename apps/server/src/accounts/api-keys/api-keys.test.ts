import { type ApiKey, calls, mostApiKeys } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeTable } from '../../platform/http/route-table.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { holdClock } from '../../testing/time/test-clock.ts'

let app: TestApp
let person: Awaited<ReturnType<TestApp['signUp']>>
beforeAll(async () => {
  app = await startTestApp()
  person = await app.signUp()
})
afterAll(() => app.dispose())

type Made = ApiKey & { readonly key: string }
const make = async (scope: 'read' | 'trade', addresses: string[] = [], token = person.token) =>
  resultOf<Made>(await app.call('makeApiKey', { name: `for ${scope}`, scope, addresses }, { token }))
const list = async (token = person.token) => resultOf<ApiKey[]>(await app.call('listApiKeys', {}, { token }))
const withKey = (key: string) => ({ headers: { 'x-api-key': key } })

const absent = '01890000-0000-7000-8000-000000000000'
const inputFor = (name: (typeof routeTable)[number]['name']) =>
  Object.fromEntries([...calls[name].path.matchAll(/\{(\w+)\}/g)].map(([, field]) => [field, absent]))

const customers = routeTable.filter(({ access }) => access === 'customer')

test('issue 5: nothing that pays out, signs in, or changes the account is open to a key', () => {
  const open = customers.filter(({ apiScope }) => apiScope !== null).map(({ name }) => name)
  for (const name of [
    'withdrawal',
    'cancelWithdrawal',
    'addAddress',
    'confirmAddress',
    'updateBankInfo',
    'repassword',
    'saveSettings',
    'makeApiKey',
    'listApiKeys',
    'revokeApiKey',
    'totpDisable',
    'saveLimits',
    'loan',
    'recharge',
    'convert',
    'buySmart',
    'export',
  ] as const)
    expect(open).not.toContain(name)
  expect(customers.filter(({ apiScope, movesMoney }) => apiScope === 'read' && movesMoney)).toEqual([])
})

test('issue 5: over the whole route table a key makes the calls of its scope and no other (11013)', async () => {
  const keys = { read: (await make('read')).key, trade: (await make('trade')).key }
  for (const route of customers) {
    for (const scope of ['read', 'trade'] as const) {
      const allowed = route.apiScope === 'read' || route.apiScope === scope
      // Both budgets hold back a caller who requests this often.
      await app.moveClock(1_000)
      const { code } = await app.call(route.name, inputFor(route.name), withKey(keys[scope]))
      const opened = ![401, 11002, 11013].includes(code)
      expect([route.name, scope, allowed ? opened : code]).toEqual([
        route.name,
        scope,
        allowed ? true : 11013,
      ])
    }
  }
})

test('issue 5: a key trades in the demo account as its owner, and the order is theirs', async () => {
  const { key } = await make('trade')
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  await expect.poll(async () => (await app.call('buyContract', buy, withKey(key))).code).toBe(20004)
  // By id: what an open order is worth moves with the price between two readings.
  const idsOf = async (who: Parameters<typeof app.call>[2]) =>
    ((await app.call('listContractOrder', {}, who)).result.items as { id: string }[]).map(({ id }) => id)
  const own = await idsOf({ token: person.token })
  expect(own).toHaveLength(1)
  expect(await idsOf(withKey(key))).toEqual(own)
})

test('issue 5: a key is shown once and stored as a hash; an unknown key and a revoked one are refused', async () => {
  const { key, id } = await make('read')
  expect(key).toMatch(/^candor_[A-Za-z0-9_-]{43}$/)
  const { rows } = await app.db.pool.query('SELECT * FROM accounts_api_keys')
  expect(JSON.stringify(rows)).not.toContain(key)
  const before = (await list()).find((one) => one.id === id)
  expect(before).toMatchObject({ start: key.slice(0, 13), scope: 'read', lastUsedAt: null })
  expect((await app.call('getUserInfo', {}, withKey(key))).code).toBe(200)
  expect((await list()).find((one) => one.id === id)?.lastUsedAt).not.toBeNull()
  for (const wrong of [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, 'x', 'candor_'])
    expect(await app.call('getUserInfo', {}, withKey(wrong))).toMatchObject({ status: 401, code: 401 })
  const stranger = await app.signUp()
  expect((await app.call('revokeApiKey', { id }, { token: stranger.token })).code).toBe(11004)
  expect((await app.call('revokeApiKey', { id }, { token: person.token })).code).toBe(200)
  expect(await app.call('getUserInfo', {}, withKey(key))).toMatchObject({ status: 200, code: 401 })
  expect((await app.call('revokeApiKey', { id }, { token: person.token })).code).toBe(11004)
})

test('issue 5: a key bound to addresses opens nothing from elsewhere', async () => {
  const owner = await app.signUp()
  const here = await make('read', ['127.0.0.1'], owner.token)
  const elsewhere = await make('read', ['203.0.113.7', '2001:db8::1'], owner.token)
  expect((await app.call('getUserInfo', {}, withKey(here.key))).code).toBe(200)
  expect((await app.call('getUserInfo', {}, withKey(elsewhere.key))).code).toBe(401)
})

test('trust T13: under the operator’s freeze a key looks, closes and cancels, and opens nothing', async () => {
  const owner = await app.signUp()
  const trade = await make('trade', [], owner.token)
  const read = await make('read', [], owner.token)
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  await expect.poll(async () => (await app.call('buyContract', buy, withKey(trade.key))).code).toBe(20004)
  await app.db.query
    .updateTable('accounts_users')
    .set({ status: 'frozen' })
    .where('id', '=', owner.id)
    .execute()
  expect((await app.call('buyContract', buy, withKey(trade.key))).code).toBe(10008)
  expect((await app.call('getUserInfo', {}, withKey(read.key))).code).toBe(200)
  const { items } = (await app.call('listContractOrder', { status: 'open' }, withKey(trade.key))).result
  expect((await app.call('closeContract', { id: items[0]?.id }, withKey(read.key))).code).toBe(11013)
  expect((await app.call('closeContract', { id: items[0]?.id }, withKey(trade.key))).code).toBe(200)
  expect((await app.call('withdrawal', {}, { ...withKey(trade.key), mode: 'real' })).code).toBe(11013)
})

test('trust T13: under one’s own freeze a key trades nothing, and works again after it', async () => {
  const owner = await app.signUp()
  const { key } = await make('trade', [], owner.token)
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  await app.call('freeze', {}, { token: owner.token })
  expect(await app.call('buyContract', buy, withKey(key))).toMatchObject({ status: 200, code: 401 })
  await app.call('sendCode', { email: owner.email, purpose: 'security' })
  const sent = app.messages(owner.email).findLast(({ code }) => code !== undefined)?.code
  expect((await app.call('unfreeze', { email: owner.email, code: sent })).code).toBe(20005)
  expect((await app.call('getUserInfo', {}, withKey(key))).code).toBe(200)
})

test('I15.13d: each response states what is left of the key’s budget, or of the account’s with a session', async () => {
  holdClock()
  const owner = await app.signUp()
  const { key } = await make('read', [], owner.token)
  const limitsOf = async (options: Parameters<typeof app.call>[2]) => {
    const { headers, status } = await app.call('listWatchlist', {}, options)
    return [status, headers.get('ratelimit-policy'), headers.get('ratelimit')]
  }
  expect(await limitsOf(withKey(key))).toEqual([200, '"apiKeys";q=20;w=4', '"apiKeys";r=19;t=1'])
  expect(await limitsOf(withKey(key))).toEqual([200, '"apiKeys";q=20;w=4', '"apiKeys";r=18;t=1'])
  // A call beyond the scope states nothing; the response to what is too much does.
  const refused = await app.call('listApiKeys', {}, withKey(key))
  expect([refused.code, refused.headers.get('ratelimit-policy')]).toEqual([11013, null])
  for (let n = 0; n < 17; n += 1) await app.call('listWatchlist', {}, withKey(key))
  expect(await limitsOf(withKey(key))).toEqual([429, '"apiKeys";q=20;w=4', '"apiKeys";r=0;t=4'])
  const [status, policy, left] = await limitsOf({ token: owner.token })
  expect([status, policy]).toEqual([200, expect.stringMatching(/^"account";q=\d+;w=\d+$/)])
  expect(left).toMatch(/^"account";r=\d+;t=\d+$/)
  // A response that may be stored for everyone has nobody's budget.
  expect(await limitsOf({ token: null })).toEqual([expect.any(Number), null, null])
})

test('issue 5: a key may ask twenty times at once and five times a second; a customer has ten keys', async () => {
  holdClock()
  const owner = await app.signUp()
  const { key } = await make('read', [], owner.token)
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => app.call('listWatchlist', {}, withKey(key))),
  )
  const late = responses.filter(({ status }) => status === 429)
  expect(responses.length - late.length).toBe(20)
  expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  for (let more = 1; more < mostApiKeys; more += 1) await make('read', [], owner.token)
  const full = await app.call('makeApiKey', { name: 'one more', scope: 'read' }, { token: owner.token })
  expect([full.code, full.result.issues]).toEqual([11001, [{ path: 'name', code: 'tooMany' }]])
})

test('issue 5: the page and the document of the API are served, with the scope each call needs', async () => {
  const page = await app.request('GET', '/docs', null)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const text of ['X-Api-Key: YOUR KEY', 'id="buyContract"', 'crypto.randomUUID()'])
    expect(page.text).toContain(text)
  expect(page.text).not.toContain('<script')
  const document = JSON.parse((await app.request('GET', '/docs/openapi.json', null)).text)
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/swx/customer/order/buyContract'].post.security).toEqual([
    { token: [] },
    { apiKey: ['trade'] },
  ])
  expect(document.paths['/swx/customer/user/withdrawal'].post.security).toEqual([{ token: [] }])
})

test('I15.13c: the description of the WebSockets is served for programs of any origin, and the page names it', async () => {
  const served = await app.request('GET', '/docs/asyncapi.json', null)
  expect([served.status, served.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  expect(served.headers.get('access-control-allow-origin')).toBe('*')
  expect(JSON.parse(served.text)).toMatchObject({
    asyncapi: '3.0.0',
    channels: { account: { address: '/websocket/account' } },
  })
  expect((await app.request('GET', '/docs', null)).text).toContain('href="/docs/asyncapi.json"')
})
