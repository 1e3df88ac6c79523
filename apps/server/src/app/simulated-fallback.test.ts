import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { price } from '@candor/money'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PersonKeys } from '../files/person-keys.ts'
import { withoutLetters } from '../funding/funding-bench.ts'
import { someSecrets } from '../keys/test-secrets.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { askAction } from '../markets/actions.ts'
import { type OptionsBench, openOptionsBench } from '../options/options-bench.ts'
import { ContractsRoom } from '../orders/contracts-room.ts'
import { ordersHandlers } from '../orders/routes.ts'
import { openReceiptSigner } from '../trust/receipt-keys.ts'
import { recomputeContract } from '../trust/recompute-contract.ts'
import { openConversions } from './open-conversions.ts'
import { openMarketEvents } from './open-market-events.ts'
import { resultOf, startTestApp } from './test-app.ts'
import { withoutWalking } from './test-market.ts'
import { type Ask, noon } from './test-room.ts'

// An installation that is no sandbox, whose market falls back from live to simulated prices: nothing of a real account fires,
// follows, is marked, charged, converted, stopped out or settled on them. The same of a demo account does (rulebook, Source of prices).

const hour = 3_600_000
const keys = mkdtempSync(join(tmpdir(), 'candor-fallback-'))
let room: OptionsBench
let contracts: ContractsRoom
let trade: Ask
let convert: Ask
let as: string
/** True while what is bought ends with its contract. */
let ending = false
/** Warnings about actions of markets. */
const warnings: string[] = []

type Mode = 'demo' | 'real'
const modes: readonly Mode[] = ['demo', 'real']

async function openContracts(): Promise<void> {
  const { db, clock, board } = room
  const quotes = { board, rebase: board.rebase.bind(board) }
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  const { actions } = openMarketEvents({ db, clock, quotes, log })
  contracts = await ContractsRoom.open({ ...room, kept: room.proofs, actions })
  const { proofs } = room
  const { sign } = openReceiptSigner(keys)
  trade = await room.serve(
    ordersHandlers({ room: contracts, clock, proofs, sign, endsAtRoll: async () => ending }),
  )
}

beforeAll(async () => {
  room = await openOptionsBench(1_000_000n, { sandbox: false })
  for (const asset of ['DEMO', 'USDT'] as const)
    await room.fund('negative-balance', 'house', asset, 1_000_000_000_000n)
  await room.parameters.change({
    key: 'options.realCountries',
    value: ['BR'],
    reason: 'a test',
    changedBy: 'ana',
    approvedBy: 'ben',
  })
  await openContracts()
  const { handlers } = await openConversions({
    ...room,
    secrets: someSecrets,
    customerOf: async () => ({ frozen: false }),
    keys: new PersonKeys(Buffer.alloc(32, 7), room.clock),
    newPlaceTold: withoutLetters(room.db),
    proveSecondFactor: async () => undefined,
    // Funds the operator's side; which quotes count is the board's to say.
    sandbox: true,
    newId,
  })
  convert = await room.serve(handlers)
})
afterAll(async () => {
  await contracts.close()
  await room.dispose()
  rmSync(keys, { recursive: true, force: true })
})
beforeEach(async () => {
  room.clock.set(Math.max(room.clock.now(), noon))
  as = await room.customer(10_000n, 10_000n)
  room.customers.set(as, { country: 'BR', frozen: false })
  for (let n = 0; n < 3; n++) both('BTCUSDT', '94000')
})
afterEach(async () => expect(await reconcile(room.db)).toEqual([]))

/** Both sources show this price and may trade on it; the live one came last. */
function both(code: string, mid: string): void {
  room.warm(code, mid, 'simulated')
  room.warm(code, mid, 'live')
}

const spread = price('0.00001')
/** A quote of a currency pair, a fiftieth of a pip wide. */
function pair(code: string, mid: string, source: 'live' | 'simulated', times = 1): void {
  const at = price(mid)
  for (let n = 0; n < times; n++) {
    const sides = { bid: (at - spread) as typeof at, ask: (at + spread) as typeof at }
    room.board.offer({ code, ...sides, time: room.clock.now(), source, volume: 0 })
  }
}

type Fields = Readonly<Record<string, unknown>>
const plain = { code: 'BTCUSDT', direction: 'buy', lots: '0.1', leverage: 2, protected: false }

async function buy(mode: Mode, fields: Fields = {}): Promise<string> {
  const { code, result } = await trade('buyContract', { ...plain, ...fields }, { as, mode })
  expect({ mode, code }).toEqual({ mode, code: 20004 })
  return String(result.id)
}

/** The same order in both accounts. */
const buyBoth = async (fields: Fields = {}) => ({
  demo: await buy('demo', fields),
  real: await buy('real', fields),
})

/** Lets the engine carry out what is due, and what was asked for meanwhile. */
async function pass(): Promise<void> {
  await contracts.readActions()
  await contracts.engine.ready()
  await contracts.queue.settled()
}

const receipt = async (orderId: string) =>
  (await trade('getReceipt', { orderId }, { as, mode: 'real' })).result as {
    document: Readonly<Record<string, unknown>>
  }

async function restart(): Promise<void> {
  await contracts.close()
  await openContracts()
}

const show = async (mode: Mode, id: string) => {
  await contracts.queue.settled()
  return (await trade('getContractOrderById', { id }, { as, mode })).result
}

test('T4: marks. A simulated price changes what a demo position is worth, and not a real one', async () => {
  const ids = await buyBoth()
  const before = await show('real', ids.real)
  room.quote('BTCUSDT', '91000', 'simulated')
  expect(await show('real', ids.real)).toMatchObject({ profit: before.profit, closePrice: before.closePrice })
  expect(Number((await show('demo', ids.demo)).profit)).toBeLessThan(-290)
  room.quote('BTCUSDT', '93000', 'live')
  expect(Number((await show('real', ids.real)).profit)).toBeCloseTo(-100, 0)
})

test('T4: exits. A stop loss and a take profit of a real account do not fire on simulated prices, and do on the next live one', async () => {
  const stops = await buyBoth({ stopLoss: '93000' })
  const targets = await buyBoth({ takeProfit: '95000' })
  room.quote('BTCUSDT', '92000', 'simulated')
  room.quote('BTCUSDT', '95500', 'simulated')
  for (const { demo, real } of [stops, targets]) {
    expect(await show('demo', demo)).toMatchObject({ status: 'closed' })
    expect(await show('real', real)).toMatchObject({ status: 'open' })
  }
  room.quote('BTCUSDT', '92500', 'live')
  expect(await show('real', stops.real)).toMatchObject({ status: 'closed', closePrice: '92499.99' })
})

test('T4: entries. A limit order of a real account is not filled on a simulated price', async () => {
  const ids = await buyBoth({ kind: 'limit', price: '93000' })
  room.quote('BTCUSDT', '92000', 'simulated')
  expect(await show('demo', ids.demo)).toMatchObject({ status: 'open' })
  expect(await show('real', ids.real)).toMatchObject({ status: 'pending' })
  room.quote('BTCUSDT', '92900', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'open', openPrice: '92900.01' })
})

test('T4: trailing stops. One of a real account follows live prices alone, over a restart too', async () => {
  // The real one first: what is kept of the demo one's way came after it.
  const ids = { real: await buy('real', { trailing: '500' }), demo: await buy('demo', { trailing: '500' }) }
  room.quote('BTCUSDT', '97000', 'simulated')
  await restart()
  room.quote('BTCUSDT', '96000', 'simulated')
  expect(await show('demo', ids.demo)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
  room.quote('BTCUSDT', '93600', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'open' })
  room.quote('BTCUSDT', '93400', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
})

test('T4: stop-outs. A simulated crash stops out a demo account and leaves the real one, and calls no margin of it', async () => {
  pair('EURUSD', '1.15', 'simulated', 20)
  pair('EURUSD', '1.15', 'live', 20)
  const ids = await buyBoth({ code: 'EURUSD', lots: '2.4', leverage: 30 })
  pair('EURUSD', '1.112', 'simulated')
  expect(await show('demo', ids.demo)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
  expect(await show('real', ids.real)).toMatchObject({ status: 'open' })
  expect(contracts.book.find(as, 'real')?.called).toBe(false)
  pair('EURUSD', '1.112', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
})

test('T4: calls. A real account is refused with 10015 source while simulated prices run, whatever it asks for', async () => {
  const id = await buy('real')
  room.quote('BTCUSDT', '94000', 'simulated')
  const refused = { code: 10015, result: { reason: 'source' } }
  for (const fields of [{}, { kind: 'limit', price: '93000' }])
    expect(await trade('buyContract', { ...plain, ...fields }, { as, mode: 'real' })).toMatchObject(refused)
  expect(await trade('previewContract', plain, { as, mode: 'real' })).toMatchObject(refused)
  for (const call of ['closeContract', 'reverseContract'] as const)
    expect(await trade(call, { id }, { as, mode: 'real' })).toMatchObject(refused)
  room.quote('BTCUSDT', '94000', 'live')
  expect((await trade('closeContract', { id }, { as, mode: 'real' })).code).toBe(200)
})

test('T4: swaps. A night is charged on the last live mid in a real account', async () => {
  const ids = await buyBoth()
  room.quote('BTCUSDT', '90000', 'simulated')
  room.clock.advance(6 * hour)
  contracts.engine.passTime()
  // 0.1 coins × mid × 0.03 %.
  expect(await show('real', ids.real)).toMatchObject({ swap: '-2.820000' })
  expect(await show('demo', ids.demo)).toMatchObject({ swap: '-2.700000' })
})

test('T4: currencies. A real account is converted at the live rate, and at none that is older than a minute', async () => {
  // The next morning in New York, within the hours of both markets.
  room.clock.set(noon + 22 * hour)
  pair('EURUSD', '1.15', 'simulated', 20)
  pair('EURUSD', '1.15', 'live', 20)
  const dax = { code: 'DE30', lots: '0.01', leverage: 20 }
  const steady = () => room.warm('DE30', '24000', 'live')
  steady()
  pair('EURUSD', '1.12', 'simulated')
  const margin = async (mode: Mode) => Number((await show(mode, await buy(mode, dax))).margin)
  expect(await margin('real')).toBeCloseTo(345, 0)
  expect(await margin('demo')).toBeCloseTo(336, 0)
  const open = await buy('real', dax)
  room.clock.advance(60_001)
  steady()
  pair('EURUSD', '1.12', 'simulated')
  const stale = { code: 10015, result: { reason: 'stale' } }
  expect(await trade('buyContract', { ...plain, ...dax }, { as, mode: 'real' })).toMatchObject(stale)
  expect(await trade('closeContract', { id: open }, { as, mode: 'real' })).toMatchObject(stale)
  await buy('demo', dax)
  pair('EURUSD', '1.15', 'live')
  expect((await trade('closeContract', { id: open }, { as, mode: 'real' })).code).toBe(200)
})

test('T4: coins. Nothing is converted on a simulated price, and none at a live one that is too old', async () => {
  const ask = { from: 'USDT', to: 'BTC', amount: '100' }
  const held = await convert('quoteConvert', ask, { as, mode: 'real' })
  expect(held.code).toBe(200)
  room.quote('BTCUSDT', '90000', 'simulated')
  room.clock.advance(5_001)
  room.quote('BTCUSDT', '90000', 'simulated')
  const refused = { code: 10015, result: { reason: 'source' } }
  expect(await convert('quoteConvert', ask, { as, mode: 'real' })).toMatchObject(refused)
  const again = { ...ask, quoteId: held.result.quoteId }
  expect(await convert('convert', again, { as, mode: 'real' })).toMatchObject(refused)
  room.warm('BTCUSDT', '94000', 'live')
  room.clock.advance(5_001)
  expect(await convert('quoteConvert', ask, { as, mode: 'real' })).toMatchObject({
    code: 10015,
    result: { reason: 'stale' },
  })
})

test('T4: options. A real one waits for a live quote where a demo one is settled by a simulated one', async () => {
  const ask = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
  const ids: Partial<Record<Mode, string>> = {}
  for (const mode of modes) {
    const { code, result } = await room.ask('buyOptions', ask, { as, mode })
    expect({ mode, code }).toEqual({ mode, code: 20004 })
    ids[mode] = String(result.id)
  }
  const shown = async (mode: Mode) => {
    await room.settler.written()
    return (await room.ask('getOptionsOrderById', { id: ids[mode] }, { as, mode })).result
  }
  room.clock.advance(60_000)
  room.quote('BTCUSDT', '93000', 'simulated')
  expect(await shown('demo')).toMatchObject({ result: 'lost' })
  expect(await shown('real')).toMatchObject({ status: 'open' })
  room.clock.advance(5_000)
  room.quote('BTCUSDT', '94500', 'live')
  expect(await shown('real')).toMatchObject({ result: 'won', closePrice: '94500.00' })
})

test('T4: splits. A fraction is paid at the last live price, over a restart too', async () => {
  room.clock.set(noon + 23 * hour)
  both('KO', '70')
  const ko = { code: 'KO', lots: '105', leverage: 5 }
  const id = await buy('real', ko)
  room.quote('KO', '71', 'live')
  room.warm('KO', '71.2', 'simulated')
  await restart()
  expect(
    await askAction(room.db, room.clock, {
      code: 'KO',
      kind: 'split',
      value: '1:10',
      at: room.clock.now() + 1,
      by: 'olga',
    }),
  ).toBeNull()
  room.clock.advance(1)
  await pass()
  expect(await show('real', id)).toMatchObject({ lots: '10', openPrice: '700.10', status: 'open' })
  const { document } = await receipt(id)
  // 5 of 105 shares: (70.99 − 70.01) × 5
  expect(document).toMatchObject({ events: [{}, { kind: 'split', price: '70.99', cash: '4.900000' }] })
  expect(recomputeContract(document)).toEqual([])
})

test('T4: splits. Without a price that a real account may trade on, its split waits and its market is halted', async () => {
  room.clock.set(noon + 46 * hour)
  both('BAC', '150')
  const id = await buy('real', { code: 'BAC', lots: '15', leverage: 5 })
  await room.proofs.paths.upToNow()
  await room.db.pool.query("DELETE FROM markets_quote_ticks WHERE code = 'BAC'")
  room.warm('BAC', '151', 'simulated')
  await restart()
  warnings.length = 0
  const split = { code: 'BAC', kind: 'split', value: '1:10', at: room.clock.now() + 1, by: 'olga' } as const
  expect(await askAction(room.db, room.clock, split)).toBeNull()
  room.clock.advance(1)
  await pass()
  expect(await show('real', id)).toMatchObject({ lots: '15', status: 'open' })
  expect(warnings).toContainEqual(expect.stringContaining('could not be carried out'))
  expect(room.board.haltedFor('BAC')).toBe('corporateAction')
})

test('T4: splits. Orders that wait need no price: their split is carried out where none is kept', async () => {
  room.clock.set(noon + 46 * hour)
  const waits = { kind: 'limit', price: '20', lots: '15', leverage: 5 }
  const ids: Record<string, Readonly<Record<Mode, string>>> = {}
  for (const code of ['JPM', 'MSFT']) {
    both(code, '30')
    ids[code] = await buyBoth({ ...waits, code })
  }
  const open = await buy('demo', { code: 'MSFT', lots: '20', leverage: 5 })
  await room.proofs.paths.upToNow()
  await room.db.pool.query("DELETE FROM markets_quote_ticks WHERE code IN ('JPM', 'MSFT')")
  await restart()
  // Good enough for the demo account's position, and for no real one.
  room.warm('MSFT', '31', 'simulated')
  for (const code of ['JPM', 'MSFT']) {
    const split = { code, kind: 'split', value: '1:10', at: room.clock.now() + 1, by: 'olga' } as const
    expect(await askAction(room.db, room.clock, split)).toBeNull()
  }
  room.clock.advance(1)
  await pass()
  for (const code of ['JPM', 'MSFT'])
    for (const mode of modes)
      expect(await show(mode, ids[code]?.[mode] ?? '')).toMatchObject({ lots: '1', price: '200.00' })
  expect(await show('demo', open)).toMatchObject({ lots: '2', status: 'open' })
})

test('T4: rolls. A real position goes on, or ends, at the old contract’s last live price, over a restart too', async () => {
  room.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  both('ES', '6800')
  const es = { code: 'ES', lots: '0.1', leverage: 20 }
  const goesOn = await buy('real', es)
  ending = true
  const ends = await buy('real', es)
  ending = false
  room.quote('ES', '6815', 'live')
  // The source of real prices is silent, and made-up ones go their own way.
  room.clock.advance(hour)
  room.warm('ES', '6900', 'simulated')
  await restart()
  room.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  withoutWalking(contracts, () => room.quote('ES', '6950', 'simulated'))
  await pass()
  expect(await show('real', goesOn)).toMatchObject({ openPrice: '6800.01' })
  room.quote('ES', '6870', 'live')
  await pass()
  // 6800.01 + (6869.99 − 6814.99)
  expect(await show('real', goesOn)).toMatchObject({ openPrice: '6855.01', status: 'open' })
  expect(await show('real', ends)).toMatchObject({ closeReason: 'expiry', closePrice: '6814.99' })
  for (const id of [goesOn, ends]) expect(recomputeContract((await receipt(id)).document)).toEqual([])
})

test('T4: the whole server. Without --sandbox a real account is refused on simulated prices, and a demo account is not', async () => {
  const app = await startTestApp({ sandbox: false })
  try {
    const { token } = await app.signUp()
    const ask = (mode: Mode) => app.ask('previewContract', { ...plain, lots: '0.01' }, { token, mode })
    // Prices begin a moment after the doors open.
    await expect
      .poll(async () => resultOf<{ reason?: string }>(await ask('real')))
      .toEqual({ reason: 'source' })
    expect((await ask('demo')).code).toBe(200)
  } finally {
    await app.dispose()
  }
})
