import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fundDemo } from '../../ledger/fund-demo.ts'
import { houseBalance } from '../../ledger/reports/house-balances.ts'
import { customer, ofHouse, posting, transfer } from '../../ledger/test-accounts.ts'
import { requestAction } from '../../market-data/market-events/actions.ts'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import { openTradedMarket } from '../../testing/test-market.ts'

let fixture: ModuleFixture
let market: Awaited<ReturnType<typeof openTradedMarket>>
beforeAll(async () => {
  fixture = await openModuleFixture()
  market = await openTradedMarket(fixture)
  for (const asset of ['DEMO', 'USDT'] as const)
    for (const one of ['trading-capital', 'negative-balance'] as const)
      await fixture.fund(one, 'house', asset, 10n ** 12n)
  await market.runtime().capital.read()
})
afterAll(async () => {
  await market.dispose()
  await fixture.dispose()
})

it('I11.X: demo customers who win all demo capital keep no dividend from real customers', async () => {
  market.warm('MSFT', '500', '500.02')
  const demo = await fixture.customer(100_000n)
  const real = await fixture.customer(0n, 100_000n)
  await market.buy(demo, { code: 'MSFT', lots: '10' })
  const { id } = await market.buy(real, { code: 'MSFT', lots: '10' }, 'real')
  const { balance } = await houseBalance(fixture.db.query, 'trading-capital', 'DEMO')
  const won = transfer('contract-profit', ofHouse('trading-capital'), customer(demo), balance)
  expect(await fixture.ledger.post(posting(randomUUID(), won))).toMatchObject({ ok: true })
  // As the job does each second.
  await fundDemo(fixture)
  const at = fixture.clock.now() + 5_000
  const dividend = { code: 'MSFT', kind: 'dividend', value: '5', at, by: 'olga' } as const
  expect(await requestAction(fixture.db.query, fixture.clock, dividend)).toBeNull()
  fixture.clock.advance(5_000)
  await market.pass()
  expect(fixture.board.haltedFor('MSFT')).toBeNull()
  // A quote of the dividend's own moment still contains it.
  fixture.clock.advance(100)
  market.quote('MSFT', '500', '500.02')
  expect(await market.close(real, id, 'real')).toMatchObject({ status: 'closed' })
})
