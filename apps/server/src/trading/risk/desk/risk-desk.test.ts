import { randomUUID } from 'node:crypto'
import type { ContractOrder, OpsCalls, OpsResultOf } from '@candor/contract'
import { parseUsdt, writeUsdt } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../../ledger/ledger.ts'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { writeCandles } from '../../../market-data/candles/candle-store.ts'
import { resultOf, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { signInOperator } from '../../../testing/test-operators.ts'

type Desk = OpsResultOf<OpsCalls['opsRiskDesk']>
type History = OpsResultOf<OpsCalls['opsRiskHistory']>
type Dashboard = OpsResultOf<OpsCalls['opsDashboard']>

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

/** Opens a real account with this much USDT, from the trading capital as a won contract's. */
async function trader(whole: number) {
  const { token, id } = await app.signUp()
  const understanding = { leverage: 'b', stopOut: 'c', gap: 'a' }
  await app.call('answerUnderstanding', understanding, { token, mode: 'real' })
  const from = { class: 'trading-capital', owner: house, asset: 'USDT' } as const
  const to = { class: 'customer', owner: id, asset: 'USDT' } as const
  const minor = BigInt(whole) * 1_000_000n
  const steps = [{ do: 'transfer', kind: 'contract-profit', from, to, minor } as const]
  const ledger = createLedger(app.db, { now: () => app.now() })
  expect(await ledger.post({ id: randomUUID(), reference: null, steps })).toMatchObject({ ok: true })
  return { token, mode: 'real' } as const
}
type Trader = Awaited<ReturnType<typeof trader>>

async function buy(as: Trader, lots: string): Promise<string> {
  const body = { code: 'BTCUSDT', direction: 'buy', lots, leverage: 2, protected: false }
  const reply = await app.call('buyContract', body, as)
  expect(reply.code).toBe(20004)
  return resultOf<ContractOrder>(reply).id
}

/** Closes an order and returns its net result in USDT's smallest unit. */
async function close(as: Trader, orderId: string): Promise<bigint> {
  expect((await app.call('closeContract', { id: orderId }, as)).code).toBe(200)
  const { profit, fee, swap } = resultOf<ContractOrder>(
    await app.call('getContractOrderById', { id: orderId }, as),
  )
  return minorOf(profit ?? '0') - minorOf(fee) + minorOf(swap)
}
const minorOf = (text: string): bigint => parseUsdt(text) ?? 0n

const desk = async (input: object = {}) =>
  resultOf<Desk>(await (await signInOperator(app, 'risk')).call('opsRiskDesk', input))
const history = async (input: object = {}) =>
  resultOf<History>(await (await signInOperator(app, 'finance')).call('opsRiskHistory', input))

test('I16.1: the desk shows open positions, moves of both directions, and the result of trades closed today', async () => {
  const midnight = app.now() - (app.now() % dayMs)
  const candle = (days: number, low: number, high: number) => ({
    ...({ code: 'BTCUSDT', source: 'simulated', interval: '1d' } as const),
    ...{ openTime: midnight - days * dayMs, through: midnight, volume: 0 },
    ...{ open: 100, low, high, close: 100 },
  })
  await writeCandles(app.db, [candle(9, 100, 100), candle(8, 70, 120)])
  const [first, second] = [await trader(50_000), await trader(20_000)]
  const [longOrder, closedOrder] = [await buy(first, '0.3'), await buy(second, '0.1')]
  expect(await desk()).toMatchObject({
    moves: ['-0.1', '-0.05', '-0.02', '-0.01', '0.01', '0.02', '0.05', '0.1'],
    total: { positions: 2, customers: 2, today: '0.000000' },
    classes: [{ type: 2, positions: 2 }],
    markets: [{ code: 'BTCUSDT', positions: 2, customers: 2 }],
  })
  const net = await close(second, closedOrder)
  const shown = await desk({ percent: 25 })
  const today = writeUsdt(-net)
  expect(shown.moves).toEqual([
    '-0.25',
    '-0.1',
    '-0.05',
    '-0.02',
    '-0.01',
    '0.01',
    '0.02',
    '0.05',
    '0.1',
    '0.25',
  ])
  expect(shown).toMatchObject({ total: { positions: 1, today }, classes: [{ today }], markets: [{ today }] })
  const [btc] = shown.markets
  expect(btc?.worstDay.map(({ move }) => move)).toEqual(['-0.3', '0.2'])
  expect(btc?.costs[0]?.result).toMatch(/^[1-9]/)
  expect(btc?.costs.at(-1)?.result).toMatch(/^-[1-9]/)
  expect((await history()).days.at(-1)).toMatchObject({ day: shown.at.slice(0, 10) })

  await app.moveClock(dayMs)
  await expect
    .poll(async () =>
      (await history({ days: 2 })).days.map(({ prices, charges }) => minorOf(prices) + minorOf(charges)),
    )
    .toEqual([-net, 0n])
  const recorded = await history({ code: 'BTCUSDT' })
  expect(recorded.markets).toMatchObject([{ code: 'BTCUSDT', product: 'contract', trades: 1 }])
  await expect.poll(async () => (await history({ code: 'BTCUSDT' })).hours.at(-1)?.gross).not.toBe('0.000000')
  expect(await history({ code: 'ETHUSDT' })).toMatchObject({ markets: [] })
  await close(first, longOrder)
})

test('I16.1: a threshold that a move would pass is an alert of the dashboard while it is passed', async () => {
  const alerts = async () =>
    resultOf<Dashboard>(await (await signInOperator(app, 'risk')).call('opsDashboard')).alerts.filter(
      ({ page }) => page === 'exposure',
    )
  expect(await alerts()).toEqual([])
  const risk = await signInOperator(app, 'risk')
  for (const [key, value] of [
    ['risk.alertMove', '0.29'],
    ['risk.alertMarketShare', '0.01'],
    ['risk.alertCustomerShare', '0.01'],
  ])
    expect((await risk.call('opsChangeParameter', { key, value, reason: 'a stricter look' })).code).toBe(200)
  const large = await trader(300_000)
  const order = await buy(large, '4')
  // Jobs are overdue once the clock was moved.
  await app.moveClock(1_000)
  await expect
    .poll(async () => (await alerts()).map(({ tone, text }) => [tone, text]))
    .toEqual([
      ['warn', 'A move of 29% would cost more of the trading capital than the threshold: BTCUSDT'],
      [
        'warn',
        'A move of 29% against the operator on one customer’s positions would cost more than the threshold',
      ],
    ])
  const since = (await alerts()).map((alert) => alert.since)
  await app.moveClock(60_000)
  expect((await alerts()).map((alert) => alert.since)).toEqual(since)
  await close(large, order)
  await app.moveClock(1_000)
  await expect.poll(alerts).toEqual([])
})
