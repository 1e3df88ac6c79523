import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import type { Call } from '../../testing/serve-handlers.ts'
import { TradingRuntime } from '../../trading/engine/trading-runtime.ts'
import { ordersHandlers } from '../../trading/orders/routes.ts'

// Levels beyond every price, over HTTP: the database stores prices in 64 bits, so each must be refused before it is written.

const dir = mkdtempSync(join(tmpdir(), 'candor-extreme-levels-'))
const stopped: unknown[] = []
let fixture: ModuleFixture
let runtime: TradingRuntime
let call: Call
let as: string

beforeAll(async () => {
  fixture = await openModuleFixture()
  await fixture.fund('trading-capital', 'house', 'DEMO', 1_000_000_000_000n)
  as = await fixture.customer(10_000n)
  runtime = await TradingRuntime.open({ ...fixture, stopped: (error) => stopped.push(error) })
  const { proofs, clock } = fixture
  const { sign } = openReceiptSigner(dir)
  call = await fixture.serve(ordersHandlers({ runtime, clock, proofs, sign }))
})
afterAll(async () => {
  await runtime.close()
  await fixture.dispose()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(() => fixture.warm('BTCUSDT', '94000'))

const request = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const codeOf = async (
  name: 'buyContract' | 'previewContract' | 'editContract',
  body: Readonly<Record<string, unknown>>,
) => {
  const { code } = await call(name, body, { as })
  // An engine that stopped answers nobody.
  expect(stopped).toEqual([])
  return code
}

/** Beyond a thousand times the price, beyond 64 bits, and the largest text that is a decimal. */
const extremes = ['96000001', '1000000000', '999999999999999999.9999999999']

describe('I11: a level or distance far beyond the price is refused at its field, and the engine goes on', () => {
  it.each(extremes)('of an order: %s', async (extreme) => {
    const wrong = [
      [{ takeProfit: extreme }, 11041],
      [{ trailing: extreme }, 11040],
      [{ direction: 'sell', stopLoss: extreme }, 11040],
      [{ direction: 'sell', trailing: extreme }, 11040],
      [{ direction: 'sell', kind: 'limit', price: extreme }, 11046],
      [{ kind: 'stop', price: extreme }, 11046],
      [{ kind: 'limit', price: '93000', takeProfit: extreme }, 11041],
      [{ kind: 'limit', price: '93000', trailing: extreme }, 11040],
      [{ direction: 'sell', kind: 'limit', price: '95000', stopLoss: extreme }, 11040],
    ] as const
    for (const [change, code] of wrong)
      for (const name of ['previewContract', 'buyContract'] as const)
        expect(await codeOf(name, { ...request, ...change }), JSON.stringify(change)).toBe(code)
  })

  it.each(extremes)('of an edit: %s', async (extreme) => {
    const open = await call('buyContract', request, { as })
    const sold = await call('buyContract', { ...request, direction: 'sell' }, { as })
    const waits = await call('buyContract', { ...request, kind: 'stop', price: '95000' }, { as })
    const wrong = [
      [open, { takeProfit: extreme }, 11041],
      [open, { trailing: extreme }, 11040],
      [sold, { stopLoss: extreme }, 11040],
      [waits, { price: extreme }, 11046],
      [waits, { takeProfit: extreme }, 11041],
      [waits, { trailing: extreme }, 11040],
    ] as const
    for (const [{ result }, changes, code] of wrong)
      expect(await codeOf('editContract', { id: result.id, ...changes }), JSON.stringify(changes)).toBe(code)
  })
})

it('I11: a level up to a thousand times the price is accepted', async () => {
  expect(await codeOf('buyContract', { ...request, takeProfit: '94000000' })).toBe(20004)
})
