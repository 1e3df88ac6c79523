import type { OpsCalls, OpsResultOf } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../../testing/test-operators.ts'
import { laidOffByMarket } from './show-hedging.ts'

let app: TestApp
let risk: TestOperator

beforeAll(async () => {
  app = await startTestApp()
  risk = await signInOperator(app, 'risk')
})
afterAll(() => app.dispose())

/** As the leading engine stores it. */
async function state(values: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await app.db.query.deleteFrom('hedging_states').execute()
  await app.db.query
    .insertInto('hedging_states')
    .values({
      ...{ venue: 'binance', code: 'BTCUSDT', at: BigInt(Date.now()), net: 500_000_000n, most: 100_000_000n },
      ...{ laid_off: 300_000_000n, residual: 100_000_000n, net_value: 5_000_000_000n },
      ...{ laid_off_value: 3_000_000_000n, residual_value: 1_000_000_000n, residual_ms: 400n },
      ...{ hindrance: null, connected: true, since: BigInt(Date.now()), fault: null, ...values },
    })
    .execute()
}

const hedging = async () => resultOf<OpsResultOf<OpsCalls['opsHedging']>>(await risk.call('opsHedging'))
const alerts = async () =>
  resultOf<OpsResultOf<OpsCalls['opsDashboard']>>(await risk.call('opsDashboard'))
    .alerts.filter(({ page }) => page === 'hedging')
    .map(({ text }) => text)
const issueOf = ({ code, result }: { readonly code: number; readonly result: unknown }) => {
  const [first] = (result as { issues: { path: string; code: string }[] }).issues
  return `${code} ${first?.path} ${first?.code}`
}

describe('I16.3: operators see hedging, and stop it', () => {
  test('without a venue nothing is hedged, and nothing needs attention', async () => {
    expect(await hedging()).toMatchObject({ venue: null, markets: [], unpaid: 0 })
    expect(resultOf(await risk.call('opsHedgeOrders'))).toEqual({ orders: [] })
    expect(await alerts()).toEqual([])
  })

  test('the desk shows what is kept of each market, laid off and not yet', async () => {
    await state()
    const { venue, markets } = await hedging()
    expect(venue).toMatchObject({ name: 'binance', connected: true })
    expect(markets).toMatchObject([
      {
        ...{ code: 'BTCUSDT', net: '5', limit: '1', laidOff: '3', residual: '1', residualMs: 400 },
        ...{ netValue: '5000.000000', laidOffValue: '3000.000000', hindrance: null, stop: null },
        ...{ comparison: null, realised: '0.000000', charged: '0.000000' },
      },
    ])
    // What the report of the operator’s own interest counts as laid off (T22).
    expect(await laidOffByMarket(app.db.query)).toEqual(new Map([['BTCUSDT', 3_000_000_000n]]))
  })

  test('a stop and its end take a reason, stand in the audit log, and are refused where they change nothing', async () => {
    await state()
    const stop = (stopped: boolean, code?: string) =>
      risk.call('opsStopHedging', { stopped, reason: 'prices there are off', ...(code && { code }) })
    expect(issueOf(await stop(false, 'BTCUSDT'))).toBe('11001 stopped unchanged')
    expect(issueOf(await stop(true, 'EURUSD'))).toBe('11001 code unknown-market')
    expect((await stop(true, 'BTCUSDT')).code).toBe(200)
    await stop(true)
    const { stop: all, markets } = await hedging()
    expect([all?.reason, markets[0]?.stop?.reason]).toEqual(['prices there are off', 'prices there are off'])
    expect(await alerts()).toEqual(['Hedging is stopped'])
    await stop(false)
    await stop(false, 'BTCUSDT')
    expect((await hedging()).markets[0]?.stop).toBeNull()
    const admin = await signInOperator(app, 'admin')
    const audit = resultOf<OpsResultOf<OpsCalls['opsAudit']>>(
      await admin.call('opsAudit', { action: 'hedging.stop' }),
    )
    expect(audit.items.map(({ subject }) => subject)).toEqual([
      ...['market:BTCUSDT', 'hedging', 'hedging', 'market:BTCUSDT'],
    ])
  })

  test('a venue that is away, a residual that stays and books that differ are alerts, and the first makes the process degraded', async () => {
    const long = BigInt(Date.now() - 60_000)
    await state({ connected: false, since: long, residual_ms: 40_000n })
    await app.db.query
      .insertInto('hedging_comparisons')
      .values({
        ...{ venue: 'binance', code: 'BTCUSDT', at: long, through: long, ours: 1n, theirs: 2n },
        ...{ foreign_fills: 1, missing_fills: 0 },
      })
      .execute()
    expect(await alerts()).toEqual([
      'Our books and the venue’s drop copy differ: BTCUSDT',
      'The venue binance cannot be reached: nothing is hedged',
      'More than the limit is not hedged: BTCUSDT',
    ])
    const metrics = await (await fetch(app.metricsUrl)).text()
    expect(metrics).toContain('candor_hedge_venue_connected 0')
    expect(metrics).toContain('candor_hedge_differences{market="BTCUSDT"} 1')
    expect(metrics).toContain('candor_hedge_residual_usdt{market="BTCUSDT"} 1000')
    const degraded = async () => {
      const response = await fetch(`${app.url}/readyz`)
      return ((await response.json()) as { readonly degraded: readonly string[] }).degraded
    }
    await expect.poll(degraded, { interval: 500 }).toContain('hedging')
  })
})
