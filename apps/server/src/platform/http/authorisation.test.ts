import { calls } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { routeTable } from './route-table.ts'

let app: TestApp
let ended: string
let customer: string
let forged: string
beforeAll(async () => {
  app = await startTestApp()
  customer = (await app.signUp()).token
  ended = (await app.signUp()).token
  await app.call('logout', {}, { token: ended })
  forged = `${customer.slice(0, -3)}AAA`
})
afterAll(() => app.dispose())

const absent = '01890000-0000-7000-8000-000000000000'
test('every route of the table has a policy, and the table is the contract', () => {
  expect(routeTable.map((route) => route.name).sort()).toEqual(Object.keys(calls).sort())
  for (const route of routeTable) expect(['visitor', 'customer']).toContain(route.access)
})

/** One of each way that a request is read: by query, by path, as JSON, as a file, once only. */
test.each(['getUserInfo', 'getLoan', 'saveSettings', 'upload', 'withdrawal'] as const)(
  '%s: a visitor and an ended session get code 401, a forged token HTTP 401',
  async (name) => {
    const as = (token: string | null) => app.call(name, { id: absent }, { token })
    for (const token of [null, ended]) {
      const response = await as(token)
      expect([response.status, response.code, response.result]).toEqual([200, 401, null])
    }
    for (const token of [forged, 'x', `Bearer ${customer}`, 'null']) {
      const response = await as(token)
      expect([response.status, response.code]).toEqual([401, 401])
    }
  },
)

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

test('a record of the other account, demo or real, is not found', async () => {
  await expect.poll(async () => (await app.call('buyContract', buy, { token: customer })).code).toBe(20004)
  const { items } = (await app.call('listContractOrder', {}, { token: customer })).result
  const id = items[0]?.id
  const inMode = (mode: 'demo' | 'real') =>
    app.call('getContractOrderById', { id }, { token: customer, mode })
  expect((await inMode('demo')).code).toBe(200)
  expect((await inMode('real')).status).toBe(404)
})
