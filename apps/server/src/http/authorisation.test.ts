import { calls } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { type Route, routeTable } from './register-calls.ts'

let app: TestApp
let ended: string
let customer: string
let frozen: string
beforeAll(async () => {
  app = await startTestApp()
  customer = (await app.signUp()).token
  ended = (await app.signUp()).token
  await app.ask('logout', {}, { token: ended })
  frozen = `${customer.slice(0, -3)}AAA`
})
afterAll(() => app.dispose())

const absent = '01890000-0000-7000-8000-000000000000'
const inputFor = (route: Route) => {
  const named = [...calls[route.name].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, absent])
  return Object.fromEntries(named)
}

test('every route of the table has a policy, and the table is the contract', () => {
  expect(routeTable.map((route) => route.name).sort()).toEqual(Object.keys(calls).sort())
  for (const route of routeTable) expect(['visitor', 'customer']).toContain(route.access)
})

for (const route of routeTable.filter(({ access }) => access === 'customer')) {
  test(`${route.name}: a visitor and an ended session get code 401, a forged token HTTP 401`, async () => {
    const as = (token: string | null) => app.ask(route.name, inputFor(route), { token })
    for (const token of [null, ended]) {
      const answer = await as(token)
      expect([answer.status, answer.code, answer.result]).toEqual([200, 401, null])
    }
    for (const token of [frozen, 'x', `Bearer ${customer}`, 'null']) {
      const answer = await as(token)
      expect([answer.status, answer.code]).toEqual([401, 401])
    }
  })
}

for (const route of routeTable.filter(({ access }) => access === 'visitor')) {
  test(`${route.name}: anyone may ask; a token is not looked at`, async () => {
    for (const token of [null, ended, 'x', customer]) {
      const answer = await app.ask(route.name, inputFor(route), { token })
      expect(answer.status).toBeLessThan(500)
      expect(answer.code).not.toBe(401)
    }
  })
}

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

test('what belongs to another customer, or to nobody, is not found, and stays as it was', async () => {
  await expect.poll(async () => (await app.ask('buyContract', buy, { token: customer })).code).toBe(20004)
  const { items } = (await app.ask('listContractOrder', {}, { token: customer })).result
  const stranger = (await app.signUp()).token
  for (const id of [items[0]?.id, absent, 'x', `${absent}' OR 1=1`]) {
    for (const [name, input] of [
      ['getContractOrderById', { id }],
      ['getReceipt', { orderId: id }],
      ['closeContract', { id }],
      ['editContract', { id, stopLoss: '1' }],
      ['revokeSession', { id }],
    ] as const) {
      const answer = await app.ask(name, input, { token: stranger })
      expect([name, answer.status, answer.code]).toEqual([name, 404, 11004])
    }
  }
  expect((await app.ask('getContractOrderById', { id: items[0]?.id }, { token: customer })).code).toBe(200)
  const inReal = await app.ask(
    'getContractOrderById',
    { id: items[0]?.id },
    { token: customer, mode: 'real' },
  )
  expect(inReal.status).toBe(404)
})
