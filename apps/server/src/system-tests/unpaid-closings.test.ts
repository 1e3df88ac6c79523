import { randomUUID } from 'node:crypto'
import type { Reserve } from '@candor/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { ofHouse } from '../ledger/test-accounts.ts'
import { openExchange, type TestExchange } from '../testing/exchanges/test-exchange.ts'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { signInOperator } from '../testing/test-operators.ts'

let exchange: TestExchange
let app: TestApp
beforeAll(async () => {
  exchange = await openExchange({ BTCUSDT: 50_000 })
  for (const [name, value] of Object.entries(exchange.env)) vi.stubEnv(name, value)
  app = await startTestApp({ sandbox: false, feed: 'live' })
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
  await exchange.close()
  vi.unstubAllEnvs()
})

test('I11.2: a stop-out that the operator’s accounts cannot pay warns operators until it went through', async () => {
  const { token, id: userId } = await app.signUp()
  const risk = await signInOperator(app, 'risk')
  const ledger = createLedger(app.db, { now: () => app.now() })
  const coverHold = randomUUID()
  const { rows } = await app.db.pool.query<{ free: bigint }>(
    `SELECT balance - held AS free FROM ledger_accounts WHERE class = 'negative-balance' AND owner = 'house' AND asset = 'DEMO'`,
  )
  const held = {
    do: 'hold',
    holdId: coverHold,
    account: ofHouse('negative-balance', 'DEMO'),
    minor: rows[0]?.free ?? 0n,
    purpose: 'other',
  } as const
  expect(await ledger.post({ id: randomUUID(), reference: null, steps: [held] })).toMatchObject({ ok: true })

  const body = { code: 'BTCUSDT', direction: 'buy', lots: '0.38', leverage: 2, protected: false }
  const buy = () => app.call('buyContract', body, { token })
  await expect.poll(async () => (await buy()).code).toBe(20004)
  const reserve = async () => resultOf<Reserve>(await risk.call('opsReserve'))
  const unpaidOf = ({ sides }: Reserve, mode: string) =>
    sides.find((side) => side.mode === mode)?.unpaidClosings
  const metrics = async () => (await fetch(app.metricsUrl)).text()
  expect((await reserve()).unpaid).toEqual([])
  expect(await metrics()).toContain('candor_unpaid_closings{mode="demo"} 0')

  exchange.setPrice('BTCUSDT', 20_000)
  await expect.poll(async () => unpaidOf(await reserve(), 'demo')).toBe(1)
  const warned = await reserve()
  expect(warned.unpaid).toMatchObject([{ userId, mode: 'demo', code: 'BTCUSDT', reason: 'stopOut' }])
  expect(unpaidOf(warned, 'real')).toBe(0)
  expect(await metrics()).toContain('candor_unpaid_closings{mode="demo"} 1')

  const release = { do: 'release', holdId: coverHold, minor: null } as const
  expect(await ledger.post({ id: randomUUID(), reference: null, steps: [release] })).toMatchObject({
    ok: true,
  })
  await expect.poll(async () => unpaidOf(await reserve(), 'demo')).toBe(0)
  const [unpaid] = warned.unpaid
  const shown = await app.call('getContractOrderById', { id: unpaid?.orderId }, { token })
  expect(shown.result).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
  expect(await metrics()).toContain('candor_unpaid_closings{mode="demo"} 0')
})
