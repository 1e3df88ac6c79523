import { parseRate, type Rate } from '@candor/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import { standingOf } from './account-standing.ts'
import type { TreasuryContext, TreasuryPorts } from './treasury-context.ts'
import { keepOpenProfit } from './treasury-store.ts'

let fixture: ModuleFixture
let openMargin = 0n
const promises: TreasuryPorts = {
  openMargin: async () => openMargin,
  unreservedInterestMinor: async (_reader, coin) => (coin === 'BTC' ? 7n : 0n),
  lockSavings: async () => undefined,
  unpaidFees: async () => 25n,
}
const rates = { warnFrom: parseRate('0.8') as Rate, lossCover: parseRate('0.1') as Rate }
let context: TreasuryContext

beforeAll(async () => {
  fixture = await openModuleFixture()
  context = { ...fixture, promises }
  await fixture.fund('trading-capital', 'house', 'USDT', 1_000n)
})
afterAll(() => fixture.dispose())

const standing = (place: Parameters<typeof standingOf>[2]['place'], coin: 'USDT' | 'BTC' = 'USDT') =>
  standingOf(context, fixture.db.query, { place, coin }, rates)

test('I11.5: capital that open profits need cannot leave; without figures of the engine nothing can while positions are open', async () => {
  expect(await standing('trading-capital')).toMatchObject({ balanceMinor: 1_000n, promisedMinor: 0n })
  openMargin = 500n
  // Something is open, and the engine never said what it would win.
  expect((await standing('trading-capital')).promisedMinor).toBeNull()
  await keepOpenProfit(fixture.db.query, 80n, fixture.clock.now())
  expect((await standing('trading-capital')).promisedMinor).toBe(100n)
  await keepOpenProfit(fixture.db.query, -80n, fixture.clock.now())
  expect((await standing('trading-capital')).promisedMinor).toBe(0n)
  fixture.clock.advance(31_000)
  expect((await standing('trading-capital')).promisedMinor).toBeNull()
})

test('I11.5: savings, losses of open positions and unpaid commissions are promised too', async () => {
  expect((await standing('savings-reserve', 'BTC')).promises).toEqual([{ kind: 'savings', minor: 7n }])
  expect((await standing('negative-balance')).promises).toEqual([{ kind: 'lossCover', minor: 50n }])
  expect((await standing('fee-revenue')).promises).toEqual([{ kind: 'unpaidFees', minor: 25n }])
  expect((await standing('trading-capital', 'BTC')).promises).toEqual([])
  expect((await standing('loan-capital')).promisedMinor).toBe(0n)
})
