import { afterAll, beforeAll, expect, test } from 'vitest'
import { pricesOf, type ServedPrices } from '../../cli/local-venue/served-prices.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let prices: ServedPrices
beforeAll(async () => {
  app = await startTestApp()
  prices = pricesOf(app.url, ['BTCUSDT'])
})
afterAll(async () => {
  prices.stop()
  await app.dispose()
})

test('I16.3: the local venue fills at the prices that the server shows everyone', async () => {
  await expect.poll(() => prices.of('BTCUSDT')).not.toBeNull()
  const { bid = '0', ask = '0' } = prices.of('BTCUSDT') ?? {}
  expect(Number(bid)).toBeGreaterThan(0)
  expect(Number(ask)).toBeGreaterThanOrEqual(Number(bid))
  expect(prices.of('EURUSD')).toBeNull()
})
