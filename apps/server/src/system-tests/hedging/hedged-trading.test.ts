import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpsCalls, OpsResultOf } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VenueServer } from '../../cli/local-venue/venue-server.ts'
import { house } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { setLimit } from '../../trading/risk/limits/test-limits.ts'

const keys = { key: 'a key', secret: 'never to be printed' }
const folder = temporaryDataDir('candor-hedging-')
const venue = new VenueServer({
  keys,
  symbols: { BTCUSDT: { step: '0.001', minimum: '0.001', most: '100' } },
  priceOf: () => ({ bid: '50000', ask: '50010' }),
})
let app: TestApp
let risk: TestOperator

beforeAll(async () => {
  const port = await venue.listen(0)
  const file = join(folder, 'hedging.json')
  const market = { code: 'BTCUSDT', symbol: 'BTCUSDT', step: '0.001', minimum: '0.001', most: '100' }
  writeFileSync(
    file,
    JSON.stringify({
      venue: { kind: 'binance', url: `http://127.0.0.1:${port}`, streamUrl: `ws://127.0.0.1:${port}` },
      markets: [{ ...market, backlog: '1000000' }],
    }),
  )
  app = await startTestApp({ hedging: { file, keys } })
  risk = await signInOperator(app, 'risk')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
  await venue.close()
  rmSync(folder, { recursive: true, force: true })
})

async function trader(mode: 'real' | 'demo') {
  const { token, id } = await app.signUp()
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, { token, mode: 'real' })
  const from = { class: 'trading-capital', owner: house, asset: 'USDT' } as const
  const to = { class: 'customer', owner: id, asset: 'USDT' } as const
  const steps = [{ do: 'transfer', kind: 'contract-profit', from, to, minor: 900_000_000_000n } as const]
  const ledger = createLedger(app.db, { now: () => app.now() })
  expect(await ledger.post({ id: randomUUID(), reference: null, steps })).toMatchObject({ ok: true })
  return { token, mode }
}
type Trader = Awaited<ReturnType<typeof trader>>
const trade = (as: Trader, direction: 'buy' | 'sell', lots: string) =>
  app.call('buyContract', { code: 'BTCUSDT', direction, lots, leverage: 2, protected: false }, as)
const market = async () =>
  resultOf<OpsResultOf<OpsCalls['opsHedging']>>(await risk.call('opsHedging')).markets[0]
const atVenue = () => venue.account.position('BTCUSDT')
const stop = (stopped: boolean) =>
  risk.call('opsStopHedging', { code: 'BTCUSDT', stopped, reason: 'a test of it' })

test('I16.3: what customers hold beyond the limit goes to the venue instead of being refused; demo positions do not', async () => {
  await setLimit(app.db, 'BTCUSDT', 0n)
  await expect.poll(async () => (await market())?.hindrance).toBeNull()
  await expect.poll(async () => (await market())?.limit).toBe('0')
  const [anna, demo] = [await trader('real'), await trader('demo')]
  expect((await trade(demo, 'buy', '0.1')).code).toBe(20004)
  expect((await trade(anna, 'buy', '0.3')).code).toBe(20004)
  await expect.poll(atVenue).toBe(30_000_000n)
  expect((await trade(anna, 'sell', '0.1')).code).toBe(20004)
  await expect.poll(atVenue).toBe(20_000_000n)
  await expect
    .poll(market)
    .toMatchObject({ net: '0.2', laidOff: '0.2', residual: '0', realised: '-1.000000' })
})

test('I16.3: while hedging is stopped, new risk in that direction is refused, and reducing is not', async () => {
  const ben = await trader('real')
  expect((await stop(true)).code).toBe(200)
  await expect.poll(async () => (await market())?.hindrance).toBe('stopped')
  expect(await trade(ben, 'buy', '0.01')).toMatchObject({ code: 10015, result: { reason: 'reserve' } })
  expect((await stop(false)).code).toBe(200)
  await expect.poll(async () => (await market())?.hindrance).toBeNull()
  expect((await trade(ben, 'buy', '0.01')).code).toBe(20004)
  await expect.poll(atVenue).toBe(21_000_000n)
})

test('I16.3: the keys of the account are in no answer, metric or stored row', async () => {
  const texts = [
    JSON.stringify(await risk.call('opsHedging')),
    JSON.stringify(await risk.call('opsHedgeOrders')),
    await (await fetch(app.metricsUrl)).text(),
    JSON.stringify((await app.db.pool.query('SELECT * FROM hedging_states')).rows, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ]
  for (const text of texts) for (const secret of Object.values(keys)) expect(text).not.toContain(secret)
})
