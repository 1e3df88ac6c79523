import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { openReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { type ModuleFixture, noon, openModuleFixture } from '../../testing/module-fixture.ts'
import type { Call } from '../../testing/serve-handlers.ts'
import { TradingRuntime } from '../engine/trading-runtime.ts'
import { ordersHandlers } from './routes.ts'

// Every code that a contract can be refused with, produced over HTTP (issue 3). The others of trading are produced over
// HTTP by options-calls.test (`accountFrozen`, `insufficientFunds`, `optionMarketNotOffered`–`periodNotOffered`, `tooManyOptions`), smart-calls.test (`productNotOffered`–`amountOutsideLimits`, `unavailable`, `alreadyHeld`, `realAccountRequired`) and
// own-limits.test (`beyondOwnLimit`).

const dir = mkdtempSync(join(tmpdir(), 'candor-refusals-'))
let fixture: ModuleFixture
let runtime: TradingRuntime
let call: Call
let as: string

/** The module as after a start, served over HTTP. */
async function open(sandbox: boolean): Promise<void> {
  runtime = await TradingRuntime.open({ ...fixture, board: sandbox ? fixture.board : fixture.strictBoard })
  const { proofs } = fixture
  const { sign } = openReceiptSigner(dir)
  call = await fixture.serve(ordersHandlers({ runtime, clock: fixture.clock, proofs, sign }))
}

const request = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
const buy = (change: object = {}) => call('buyContract', { ...request, ...change }, { as })
const codeOf = async (change: object = {}) => {
  const { code, result } = await buy(change)
  return result?.reason === undefined ? code : `${code} ${result.reason}`
}

beforeAll(async () => {
  fixture = await openModuleFixture()
  fixture.warm('BTCUSDT', '94000')
  as = await fixture.customer(10_000n, 10_000n)
  await open(true)
})
afterAll(async () => {
  await runtime.close()
  await fixture.dispose()
  rmSync(dir, { recursive: true, force: true })
})

it('10015 reserve: nothing new is sold while the operator has no capital to pay a profit', async () => {
  expect(await codeOf()).toBe('10015 reserve')
  await runtime.close()
  await fixture.fund('trading-capital', 'house', 'DEMO', 1_000_000_000_000n)
  await fixture.fund('trading-capital', 'house', 'USDT', 1_000_000_000_000n)
  await open(true)
})

it('I11.9: 11051 beyond the bound of open positions or of waiting orders; what waits still fills, and a reversal is not refused', async () => {
  const anna = await fixture.customer(10_000n)
  fixture.warm('BTCUSDT', '94000')
  const limits = async () => ({ openMost: 2, waitingMost: 1 })
  const { sign } = openReceiptSigner(dir)
  const context = { runtime, clock: fixture.clock, proofs: fixture.proofs, sign, limits }
  const bounded = await fixture.serve(ordersHandlers(context))
  const place = async (change: object = {}) => bounded('buyContract', { ...request, ...change }, { as: anna })
  expect((await place()).code).toBe(20004)
  expect((await place({ kind: 'limit', price: '93000' })).code).toBe(20004)
  expect(await place({ kind: 'limit', price: '92000' })).toMatchObject({ code: 11051, result: { most: 1 } })
  const second = await place()
  expect(second.code).toBe(20004)
  expect(await place()).toMatchObject({ code: 11051, result: { most: 2 } })
  for (let n = 0; n < 7; n++) fixture.quote('BTCUSDT', '92900')
  await runtime.queue.settled()
  expect(runtime.book.find(anna, 'demo')?.positions.size).toBe(3)
  // Three are open beyond the bound of two, and one more may not wait to be the fourth.
  const waiting = await place({ kind: 'limit', price: '91000' })
  expect(waiting).toMatchObject({ code: 11051, result: { most: 1 } })
  expect((await bounded('reverseContract', { id: second.result.id }, { as: anna })).code).toBe(20004)
})

it('I11.1: where another process took the money first, 10011 says what is left', async () => {
  const ben = await fixture.customer(1_000n)
  fixture.warm('BTCUSDT', '94000')
  const place = () => call('buyContract', request, { as: ben })
  expect((await place()).code).toBe(20004)
  await runtime.queue.settled()
  // A ledger that this process does not listen to.
  const from = { class: 'customer', owner: ben, asset: 'DEMO' } as const
  const to = { class: 'trading-capital', owner: 'house', asset: 'DEMO' } as const
  const steps = [{ do: 'transfer', kind: 'contract-loss', from, to, minor: 500_000_000n }] as const
  const outcome = await createLedger(fixture.db, fixture.clock).post({
    id: randomUUID(),
    reference: null,
    steps,
  })
  expect(outcome).toMatchObject({ ok: true })
  const refused = await place()
  expect(refused).toMatchObject({ code: 10011, result: { stale: false } })
  expect(Number(refused.result.free)).toBeGreaterThan(0)
  expect(Number(refused.result.free)).toBeLessThan(30)
})

describe('a refused contract leaves no trace', () => {
  beforeEach(() => fixture.warm('BTCUSDT', '94000'))

  const tomorrow = '2030-01-01T00:00:00Z'
  it.each([
    [{ code: 'NOPE' }, 11001],
    [{ direction: 'sideways' }, 11001],
    [{ maxSlippage: '-1' }, 11001],
    [{ expiresAt: tomorrow }, 11001],
    [{ kind: 'limit', price: '93000', expiresAt: '2020-01-01T00:00:00Z' }, 11001],
    [{ lots: undefined }, 11044],
    [{ lots: '0.0001' }, 11044],
    [{ lots: '0.0015' }, 11044],
    [{ lots: '100.001' }, 11044],
    [{ leverage: 3 }, 11045],
    [{ leverage: 0 }, 11045],
    [{ leverage: undefined }, 11045],
    [{ kind: 'limit' }, 11046],
    [{ kind: 'limit', price: '94100' }, 11046],
    [{ kind: 'limit', price: '94000.009' }, 11046],
    [{ kind: 'stop', price: '93900' }, 11046],
    [{ direction: 'sell', kind: 'limit', price: '93900' }, 11046],
    [{ direction: 'sell', kind: 'stop', price: '94100' }, 11046],
    [{ stopLoss: '94001' }, 11040],
    [{ stopLoss: '93999.99' }, 11040],
    [{ trailing: '0.001' }, 11040],
    [{ protected: true, takeProfit: '95000' }, 11040],
    [{ takeProfit: '93000' }, 11041],
    [{ protected: true, stopLoss: '93000' }, 11041],
    [{ stopLoss: '95000', takeProfit: '93000' }, 11042],
    [{ protected: true }, 11042],
    [{ quoteId: 'not-one-of-ours' }, 11048],
    [{ lots: '10' }, 10011],
    [{ kind: 'limit', price: '93000', lots: '10' }, 10011],
  ])('%j is refused with %s', async (change, code) => {
    const before = await fixture.ledger.balancesOf(as)
    expect(await codeOf(change)).toBe(code)
    expect(await fixture.ledger.balancesOf(as)).toEqual(before)
    expect((await call('listContractOrder', {}, { as })).result.items).toEqual([])
  })

  it('11043 and 11048: a promised price holds within maxSlippage for five seconds, and only for its market and side', async () => {
    const promised = async () => String((await call('previewContract', request, { as })).result.quoteId)
    const quoteId = await promised()
    fixture.quote('BTCUSDT', '94010')
    expect(await codeOf({ quoteId, maxSlippage: '9.99' })).toBe(11043)
    expect(await codeOf({ quoteId, direction: 'sell' })).toBe(11048)
    const last = await promised()
    fixture.clock.advance(5_001)
    fixture.quote('BTCUSDT', '94010')
    expect(await codeOf({ quoteId: last, maxSlippage: '100' })).toBe(11048)
  })

  it('10015 closed, stale, halted and, outside a sandbox, source', async () => {
    // An hour after New York closed.
    fixture.clock.set(noon + 5 * 3_600_000)
    fixture.warm('SPY', '600')
    expect(await codeOf({ code: 'SPY', lots: '1' })).toBe('10015 closed')
    fixture.warm('BTCUSDT', '94000')
    fixture.board.halt('BTCUSDT', 'prices')
    expect(await codeOf()).toBe('10015 halted')
    fixture.board.halt('BTCUSDT', null)
    fixture.clock.advance(6_000)
    expect(await codeOf()).toBe('10015 stale')
    await runtime.close()
    await open(false)
    fixture.warm('BTCUSDT', '94000', 'simulated')
    expect((await call('buyContract', request, { as, mode: 'real' })).result).toEqual({ reason: 'source' })
    await runtime.close()
    await open(true)
  })

  it('11004 and 11003: an order that is not there, and a key that was used for something else', async () => {
    const id = '00000000-0000-7000-8000-000000000001'
    for (const name of ['closeContract', 'reverseContract', 'cancelContract', 'editContract'] as const)
      expect((await call(name, { id }, { as })).code).toBe(11004)
    const key = '00000000-0000-4000-8000-000000000002'
    const first = await call('buyContract', request, { as, key })
    expect(first.code).toBe(20004)
    expect((await call('buyContract', { ...request, lots: '0.02' }, { as, key })).code).toBe(11003)
    expect((await call('closeContract', { id: first.result.id, lots: '0.02' }, { as })).code).toBe(11044)
    expect((await call('editContract', { id: first.result.id, price: '1' }, { as })).code).toBe(11046)
    expect((await call('closeContract', { id: first.result.id }, { as })).code).toBe(200)
  })
})

describe('the preview of a limit or stop order (calls Orders)', () => {
  beforeEach(() => fixture.warm('BTCUSDT', '94000'))
  const preview = (change: object) => call('previewContract', { ...request, ...change }, { as })

  it('is worked out at its level, with the bounds of its exits measured from it, and is what the order then holds', async () => {
    const level = { kind: 'limit', price: '93000' }
    const { code, result } = await preview(level)
    expect(code).toBe(200)
    expect(result).toMatchObject({ openPrice: '93000.00', margin: '465.000000', commission: '0.930000' })
    // A buy closes at the bid of that moment, with the spread of now.
    expect(result).toMatchObject({ stopLossMax: '92999.97', takeProfitMin: '93000.01' })
    const placed = await buy(level)
    expect(placed.result).toMatchObject({ status: 'pending', price: '93000.00', margin: '465.000000' })
    const [{ heldMinor } = { heldMinor: 0n }] = (await fixture.ledger.balancesOf(as)).filter(
      ({ asset }) => asset === 'DEMO',
    )
    expect(heldMinor).toBe(465_930_000n)
    expect((await call('cancelContract', { id: placed.result.id }, { as })).code).toBe(200)
  })

  it('says so at the level when it lies on the wrong side, and at the exits when they do', async () => {
    expect((await preview({ kind: 'limit', price: '94500' })).code).toBe(11046)
    expect((await preview({ kind: 'stop', price: '93500' })).code).toBe(11046)
    expect((await preview({ kind: 'stop' })).code).toBe(11046)
    expect((await preview({ kind: 'stop', price: '95000', stopLoss: '95000' })).code).toBe(11040)
    expect((await preview({ kind: 'stop', price: '95000', takeProfit: '94500' })).code).toBe(11041)
    const sell = { direction: 'sell', kind: 'stop', price: '93000', leverage: 1 }
    expect((await preview(sell)).result).toMatchObject({ openPrice: '93000.00', margin: '930.000000' })
  })
})
