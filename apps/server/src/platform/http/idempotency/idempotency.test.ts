import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

/** A customer in a market that has a price to trade on. */
async function trader(): Promise<string> {
  const { token } = await app.signUp()
  await expect.poll(async () => (await app.call('previewContract', buy, { token })).code).toBe(200)
  return token
}

const ordersOf = async (token: string) =>
  (await app.call('listContractOrder', { limit: '100' }, { token })).result.items.map((order) => order.id)

test('calls Conventions: the same key with the same body gives the first answer again, and one effect', async () => {
  const token = await trader()
  const key = randomUUID()
  const first = await app.call('buyContract', buy, { token, key })
  expect(first.code, first.text).toBe(20004)
  const again = await app.call('buyContract', buy, { token, key })
  expect([again.code, again.result]).toEqual([first.code, first.result])
  expect(await ordersOf(token)).toEqual([first.result.id])
})

test('fifty at once with one key: one effect, fifty times the same answer', async () => {
  const token = await trader()
  const key = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => app.call('buyContract', buy, { token, key })),
  )
  expect(new Set(responses.map((response) => response.result.id)).size).toBe(1)
  expect(await ordersOf(token)).toHaveLength(1)
})

test('fifty resets of the demo account at once with one key: one, and no 11032', async () => {
  const { token } = await app.signUp()
  const key = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => app.call('resetDemo', {}, { token, key })),
  )
  expect(new Set(responses.map((response) => response.code))).toEqual(new Set([200]))
})

test('a repeated reset of the demo account closes nothing that was opened since', async () => {
  const token = await trader()
  const key = randomUUID()
  expect((await app.call('resetDemo', {}, { token, key })).code).toBe(200)
  const { id } = (await app.call('buyContract', buy, { token })).result
  expect((await app.call('resetDemo', {}, { token, key })).code).toBe(200)
  expect((await app.call('getContractOrderById', { id }, { token })).text).toContain('"status":"open"')
})

test('the same key with another body, another call or another account is 11003', async () => {
  const token = await trader()
  const key = randomUUID()
  const { id } = (await app.call('buyContract', buy, { token, key })).result
  expect((await app.call('buyContract', { ...buy, lots: '0.002' }, { token, key })).code).toBe(11003)
  expect((await app.call('closeContract', { id }, { token, key })).code).toBe(11003)
  expect((await app.call('resetDemo', {}, { token, key })).code).toBe(11003)
  expect(await ordersOf(token)).toHaveLength(1)
})

test('two customers may use the same key: it is each one’s own', async () => {
  const [one, other] = [await trader(), await trader()]
  const key = randomUUID()
  const first = await app.call('buyContract', buy, { token: one, key })
  const second = await app.call('buyContract', buy, { token: other, key })
  expect([first.code, second.code]).toEqual([20004, 20004])
  expect(first.result.id).not.toBe(second.result.id)
})

test('ADR-011: a refusal is not stored, so the same key can succeed later', async () => {
  const token = await trader()
  const key = randomUUID()
  expect((await app.call('resetDemo', {}, { token, key: null })).result.issues[0]?.path).toBe(
    'Idempotency-Key',
  )
  expect((await app.call('resetDemo', {}, { token, key: 'no-uuid' })).code).toBe(11001)
  expect((await app.call('buyContract', { ...buy, lots: '1000000' }, { token, key })).code).not.toBe(20004)
  expect((await app.call('buyContract', buy, { token, key })).code).toBe(20004)
})
