import { translator } from '@candor/texts/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const contract = {
  code: 'BTCUSDT',
  direction: 'buy',
  lots: '0.001',
  leverage: 2,
  kind: 'market',
  protected: false,
}
const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 300, amount: '100' }
const plan = { productId: 'harbour', days: 30, amount: '100' }

test('T17: a break stops contracts, reverses, options and plans with 11032, and neither closing nor limits themselves', async () => {
  const { token } = await app.signUp()
  await expect.poll(async () => (await app.call('previewContract', contract, { token })).code).toBe(200)
  const open = await app.call('buyContract', contract, { token })
  expect(open.code).toBe(20004)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  expect((await app.call('saveLimits', { coolingOffUntil: until }, { token })).code).toBe(20005)
  const stopped = { code: 11032, result: { reason: 'coolingOff', until } }
  expect(await app.call('buyContract', contract, { token })).toMatchObject(stopped)
  expect(await app.call('buyOptions', option, { token })).toMatchObject(stopped)
  expect(await app.call('buySmart', plan, { token, mode: 'real' })).toMatchObject(stopped)
  expect(await app.call('reverseContract', { id: open.result.id }, { token })).toMatchObject(stopped)
  // Its fields and the customer's state come first, as the calls page orders refusals.
  expect((await app.call('buyContract', { ...contract, lots: '0.0001' }, { token })).code).toBe(11044)
  expect((await app.call('closeContract', { id: open.result.id }, { token })).result).toMatchObject({
    status: 'closed',
  })
})

test('T17: a first real contract asks for the check, demo never does', async () => {
  const { token } = await app.signUp()
  expect((await app.call('buyContract', contract, { token })).code).toBe(20004)
  const real = { token, mode: 'real' as const }
  const refused = await app.call('buyContract', contract, real)
  expect(refused).toMatchObject({
    code: 11032,
    result: { reason: 'understanding', until: null },
    message: translator('en')('trust.reached.understanding'),
  })
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, { token })
  expect((await app.call('buyContract', contract, real)).code).toBe(10011)
})
