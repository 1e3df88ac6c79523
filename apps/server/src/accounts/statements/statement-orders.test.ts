import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

interface Line {
  readonly kind: string
  readonly order: object | null
}

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }

test('I15.10d: a line of an order names its market, direction and volume; others name none', async () => {
  const { token } = await app.signUp()
  await expect.poll(async () => (await app.call('previewContract', buy, { token })).code).toBe(200)
  const bought = await app.call('buyContract', buy, { token })
  expect(bought.code, bought.text).toBe(20004)
  const lines = async (input: object) =>
    resultOf<{ items: readonly Line[] }>(await app.call('statement', input, { token })).items
  const items = await lines({})
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.01' }
  expect(items.find(({ kind }) => kind === 'contract-commission')).toMatchObject({ order })
  expect(items.find(({ kind }) => kind === 'demo-grant')).toMatchObject({ order: null })

  const kinds = async (input: object) => (await lines(input)).map(({ kind }) => kind)
  expect(new Set(await kinds({ group: 'fees' }))).toEqual(new Set(['contract-commission']))
  expect(await kinds({ group: 'transfers' })).toEqual(['demo-grant'])
  expect(await kinds({ group: 'plans' })).toEqual([])
  expect(await kinds({ asset: 'USDT' })).toHaveLength(items.length)
  expect(await kinds({ asset: 'BTC' })).toEqual([])
  expect((await app.call('statement', { group: 'nonsense' }, { token })).code).not.toBe(200)
})
