import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { houseBalance } from '../ledger/reports/house-balances.ts'
import { customer, ofHouse, posting, transfer } from '../ledger/test-accounts.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ sandbox: false, feed: 'simulated' })
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

test('I11.X: demo customers who win all demo capital leave nobody without it', async () => {
  const { token, id } = await app.signUp()
  const ledger = createLedger(app.db, { now: () => app.now() })
  const capital = async () => (await houseBalance(app.db.query, 'trading-capital', 'DEMO')).balance
  const before = await capital()
  expect(before > 10n ** 17n).toBe(true)
  const won = transfer('contract-profit', ofHouse('trading-capital'), customer(id), before)
  expect(await ledger.post(posting(randomUUID(), won))).toMatchObject({ ok: true })
  const body = {
    code: 'BTCUSDT',
    direction: 'buy',
    lots: '0.01',
    leverage: 2,
    protected: false,
    kind: 'limit',
  }
  await expect.poll(capital).toBe(before)
  const buy = () => app.call('buyContract', { ...body, price: '100' }, { token })
  await expect.poll(async () => (await buy()).code).toBe(20004)
})
