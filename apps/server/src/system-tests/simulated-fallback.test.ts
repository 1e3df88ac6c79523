import { expect, test } from 'vitest'
import { recomputeContract } from '../proofs/receipts/recomputation/recompute-contract.ts'
import {
  both,
  buy,
  buyBoth,
  fixture,
  type Mode,
  mergeShares,
  modes,
  pair,
  pass,
  plain,
  receipt,
  restart,
  show,
  trade,
  useFallbackFixture,
} from '../testing/fallback-fixture.ts'
import { noon } from '../testing/module-fixture.ts'
import { resultOf, startTestApp } from '../testing/test-app.ts'
import { withoutWalking } from '../testing/test-market.ts'

// An installation that is no sandbox, whose market falls back from live to simulated prices: nothing of a real account fires,
// follows, is marked, charged, converted, stopped out or settled on them. The same of a demo account does (rulebook, Source of prices).

useFallbackFixture()

const hour = 3_600_000

test('T4: marks. A simulated price changes what a demo position is worth, and not a real one', async () => {
  const ids = await buyBoth()
  const before = await show('real', ids.real)
  fixture.options.quote('BTCUSDT', '91000', 'simulated')
  expect(await show('real', ids.real)).toMatchObject({ profit: before.profit, closePrice: before.closePrice })
  expect(Number((await show('demo', ids.demo)).profit)).toBeLessThan(-290)
  fixture.options.quote('BTCUSDT', '93000', 'live')
  expect(Number((await show('real', ids.real)).profit)).toBeCloseTo(-100, 0)
})

test('T4: exits. A stop loss and a take profit of a real account do not fire on simulated prices, and do on the next live one', async () => {
  const stops = await buyBoth({ stopLoss: '93000' })
  const targets = await buyBoth({ takeProfit: '95000' })
  fixture.options.quote('BTCUSDT', '92000', 'simulated')
  fixture.options.quote('BTCUSDT', '95500', 'simulated')
  for (const { demo, real } of [stops, targets]) {
    expect(await show('demo', demo)).toMatchObject({ status: 'closed' })
    expect(await show('real', real)).toMatchObject({ status: 'open' })
  }
  fixture.options.quote('BTCUSDT', '92500', 'live')
  expect(await show('real', stops.real)).toMatchObject({ status: 'closed', closePrice: '92499.99' })
})

test('T4: entries. A limit order of a real account is not filled on a simulated price', async () => {
  const ids = await buyBoth({ kind: 'limit', price: '93000' })
  fixture.options.quote('BTCUSDT', '92000', 'simulated')
  expect(await show('demo', ids.demo)).toMatchObject({ status: 'open' })
  expect(await show('real', ids.real)).toMatchObject({ status: 'pending' })
  fixture.options.quote('BTCUSDT', '92900', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'open', openPrice: '92900.01' })
})

test('T4: trailing stops. One of a real account follows live prices alone, over a restart too', async () => {
  // The real one first: what is kept of the demo one's way came after it.
  const ids = { real: await buy('real', { trailing: '500' }), demo: await buy('demo', { trailing: '500' }) }
  fixture.options.quote('BTCUSDT', '97000', 'simulated')
  await restart()
  fixture.options.quote('BTCUSDT', '96000', 'simulated')
  expect(await show('demo', ids.demo)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
  fixture.options.quote('BTCUSDT', '93600', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'open' })
  fixture.options.quote('BTCUSDT', '93400', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
})

test('T4: stop-outs. A simulated crash stops out a demo account and leaves the real one, and calls no margin of it', async () => {
  pair('EURUSD', '1.15', 'simulated', 20)
  pair('EURUSD', '1.15', 'live', 20)
  const ids = await buyBoth({ code: 'EURUSD', lots: '2.4', leverage: 30 })
  pair('EURUSD', '1.112', 'simulated')
  expect(await show('demo', ids.demo)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
  expect(await show('real', ids.real)).toMatchObject({ status: 'open' })
  expect(fixture.contracts.book.find(fixture.as, 'real')?.called).toBe(false)
  pair('EURUSD', '1.112', 'live')
  expect(await show('real', ids.real)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
})

test('T4: calls. A real account is refused with 10015 source while simulated prices run, whatever it asks for', async () => {
  const id = await buy('real')
  fixture.options.quote('BTCUSDT', '94000', 'simulated')
  const refused = { code: 10015, result: { reason: 'source' } }
  for (const fields of [{}, { kind: 'limit', price: '93000' }])
    expect(await trade('buyContract', { ...plain, ...fields }, 'real')).toMatchObject(refused)
  expect(await trade('previewContract', plain, 'real')).toMatchObject(refused)
  for (const call of ['closeContract', 'reverseContract'] as const)
    expect(await trade(call, { id }, 'real')).toMatchObject(refused)
  fixture.options.quote('BTCUSDT', '94000', 'live')
  expect((await trade('closeContract', { id }, 'real')).code).toBe(200)
})

test('T4: swaps. A night is charged on the last live mid in a real account', async () => {
  const ids = await buyBoth()
  fixture.options.quote('BTCUSDT', '90000', 'simulated')
  fixture.options.clock.advance(6 * hour)
  fixture.contracts.engine.passTime()
  // 0.1 coins × mid × 0.03 %.
  expect(await show('real', ids.real)).toMatchObject({ swap: '-2.820000' })
  expect(await show('demo', ids.demo)).toMatchObject({ swap: '-2.700000' })
})

test('T4: currencies. A real account is converted at the live rate, and at none that is older than a minute', async () => {
  // The next morning in New York, within the hours of both markets.
  fixture.options.clock.set(noon + 22 * hour)
  pair('EURUSD', '1.15', 'simulated', 20)
  pair('EURUSD', '1.15', 'live', 20)
  const dax = { code: 'DE30', lots: '0.01', leverage: 20 }
  const steady = () => fixture.options.warm('DE30', '24000', 'live')
  steady()
  pair('EURUSD', '1.12', 'simulated')
  const margin = async (mode: Mode) => Number((await show(mode, await buy(mode, dax))).margin)
  expect(await margin('real')).toBeCloseTo(345, 0)
  expect(await margin('demo')).toBeCloseTo(336, 0)
  const open = await buy('real', dax)
  fixture.options.clock.advance(60_001)
  steady()
  pair('EURUSD', '1.12', 'simulated')
  const stale = { code: 10015, result: { reason: 'stale' } }
  expect(await trade('buyContract', { ...plain, ...dax }, 'real')).toMatchObject(stale)
  expect(await trade('closeContract', { id: open }, 'real')).toMatchObject(stale)
  await buy('demo', dax)
  pair('EURUSD', '1.15', 'live')
  expect((await trade('closeContract', { id: open }, 'real')).code).toBe(200)
})

test('T4: coins. Nothing is converted on a simulated price, and none at a live one that is too old', async () => {
  const request = { from: 'USDT', to: 'BTC', amount: '100' }
  const held = await fixture.convert('quoteConvert', request, { as: fixture.as, mode: 'real' })
  expect(held.code).toBe(200)
  fixture.options.quote('BTCUSDT', '90000', 'simulated')
  fixture.options.clock.advance(5_001)
  fixture.options.quote('BTCUSDT', '90000', 'simulated')
  const refused = { code: 10015, result: { reason: 'source' } }
  expect(await fixture.convert('quoteConvert', request, { as: fixture.as, mode: 'real' })).toMatchObject(
    refused,
  )
  const again = { ...request, quoteId: held.result.quoteId }
  expect(await fixture.convert('convert', again, { as: fixture.as, mode: 'real' })).toMatchObject(refused)
  fixture.options.warm('BTCUSDT', '94000', 'live')
  fixture.options.clock.advance(5_001)
  expect(await fixture.convert('quoteConvert', request, { as: fixture.as, mode: 'real' })).toMatchObject({
    code: 10015,
    result: { reason: 'stale' },
  })
})

test('T4: options. A real one waits for a live quote where a demo one is settled by a simulated one', async () => {
  const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
  const ids: Partial<Record<Mode, string>> = {}
  for (const mode of modes) {
    const { code, result } = await fixture.options.call('buyOptions', request, { as: fixture.as, mode })
    expect({ mode, code }).toEqual({ mode, code: 20004 })
    ids[mode] = String(result.id)
  }
  const shown = async (mode: Mode) => {
    await fixture.options.settler.written()
    return (await fixture.options.call('getOptionsOrderById', { id: ids[mode] }, { as: fixture.as, mode }))
      .result
  }
  fixture.options.clock.advance(60_000)
  fixture.options.quote('BTCUSDT', '93000', 'simulated')
  expect(await shown('demo')).toMatchObject({ result: 'lost' })
  expect(await shown('real')).toMatchObject({ status: 'open' })
  fixture.options.clock.advance(5_000)
  fixture.options.quote('BTCUSDT', '94500', 'live')
  expect(await shown('real')).toMatchObject({ result: 'won', closePrice: '94500.00' })
})

test('T4: splits. A fraction is paid at the last live price, over a restart too', async () => {
  fixture.options.clock.set(noon + 23 * hour)
  both('KO', '70')
  const ko = { code: 'KO', lots: '105', leverage: 5 }
  const id = await buy('real', ko)
  fixture.options.quote('KO', '71', 'live')
  fixture.options.warm('KO', '71.2', 'simulated')
  await restart()
  await mergeShares('KO')
  expect(await show('real', id)).toMatchObject({ lots: '10', openPrice: '700.10', status: 'open' })
  const { document } = await receipt(id)
  // 5 of 105 shares: (70.99 − 70.01) × 5
  expect(document).toMatchObject({ events: [{}, { kind: 'split', price: '70.99', cash: '4.900000' }] })
  expect(recomputeContract(document)).toEqual([])
})

test('T4: splits. Without a price that a real account may trade on, its split waits and its market is halted', async () => {
  fixture.options.clock.set(noon + 46 * hour)
  both('BAC', '150')
  const id = await buy('real', { code: 'BAC', lots: '15', leverage: 5 })
  await fixture.options.proofs.paths.upToNow()
  await fixture.options.db.pool.query("DELETE FROM markets_quote_ticks WHERE code = 'BAC'")
  fixture.options.warm('BAC', '151', 'simulated')
  await restart()
  fixture.warnings.length = 0
  await mergeShares('BAC')
  expect(await show('real', id)).toMatchObject({ lots: '15', status: 'open' })
  expect(fixture.warnings).toContainEqual(expect.stringContaining('could not be carried out'))
  expect(fixture.options.board.haltedFor('BAC')).toBe('corporateAction')
})

test('T4: splits. Orders that wait need no price: their split is carried out where none is kept', async () => {
  fixture.options.clock.set(noon + 46 * hour)
  const waits = { kind: 'limit', price: '20', lots: '15', leverage: 5 }
  const ids: Record<string, Readonly<Record<Mode, string>>> = {}
  for (const code of ['JPM', 'MSFT']) {
    both(code, '30')
    ids[code] = await buyBoth({ ...waits, code })
  }
  const open = await buy('demo', { code: 'MSFT', lots: '20', leverage: 5 })
  await fixture.options.proofs.paths.upToNow()
  await fixture.options.db.pool.query("DELETE FROM markets_quote_ticks WHERE code IN ('JPM', 'MSFT')")
  await restart()
  // Good enough for the demo account's position, and for no real one.
  fixture.options.warm('MSFT', '31', 'simulated')
  await mergeShares('JPM', 'MSFT')
  for (const code of ['JPM', 'MSFT'])
    for (const mode of modes)
      expect(await show(mode, ids[code]?.[mode] ?? '')).toMatchObject({ lots: '1', price: '200.00' })
  expect(await show('demo', open)).toMatchObject({ lots: '2', status: 'open' })
})

test('T4: rolls. A real position goes on, or ends, at the old contract’s last live price, over a restart too', async () => {
  fixture.options.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  both('ES', '6800')
  const es = { code: 'ES', lots: '0.1', leverage: 20 }
  const goesOn = await buy('real', es)
  fixture.ending = true
  const ends = await buy('real', es)
  fixture.ending = false
  fixture.options.quote('ES', '6815', 'live')
  // The source of real prices is silent, and made-up ones go their own way.
  fixture.options.clock.advance(hour)
  fixture.options.warm('ES', '6900', 'simulated')
  await restart()
  fixture.options.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  withoutWalking(fixture.contracts, () => fixture.options.quote('ES', '6950', 'simulated'))
  await pass()
  expect(await show('real', goesOn)).toMatchObject({ openPrice: '6800.01' })
  fixture.options.quote('ES', '6870', 'live')
  await pass()
  // 6800.01 + (6869.99 − 6814.99)
  expect(await show('real', goesOn)).toMatchObject({ openPrice: '6855.01', status: 'open' })
  expect(await show('real', ends)).toMatchObject({ closeReason: 'expiry', closePrice: '6814.99' })
  for (const id of [goesOn, ends]) expect(recomputeContract((await receipt(id)).document)).toEqual([])
})

test('T4: rolls. Where no quote is kept orders that wait expire, and the market goes on in its next contract', async () => {
  fixture.options.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  both('NQ', '25000')
  const nq = { code: 'NQ', lots: '0.1', leverage: 20 }
  const waits = await buyBoth({ ...nq, kind: 'limit', price: '24800' })
  fixture.options.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  await fixture.options.proofs.paths.upToNow()
  await fixture.options.db.pool.query("DELETE FROM markets_quote_ticks WHERE code = 'NQ'")
  await restart()
  fixture.options.warm('NQ', '25300', 'live')
  await pass()
  expect(fixture.options.board.haltedFor('NQ')).toBeNull()
  for (const mode of modes) expect(await show(mode, waits[mode])).toMatchObject({ status: 'expired' })
  const held = await fixture.options.db.pool.query(
    'SELECT FROM ledger_holds WHERE id = ANY ($1) AND remaining > 0',
    [Object.values(waits)],
  )
  expect(held.rowCount).toBe(0)
  expect(recomputeContract((await receipt(waits.real)).document)).toEqual([])
  // The next one opens in the next contract, and no roll is due for it.
  const next = await buy('real', nq)
  expect(await show('real', next)).toMatchObject({ openPrice: '25300.01', status: 'open' })
})

test('T4: rolls. A real order that waits, and for which no quote is kept, expires; a demo position goes on by a simulated one', async () => {
  fixture.options.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  both('YM', '25000')
  const ym = { code: 'YM', lots: '0.1', leverage: 20 }
  const waits = await buy('real', { ...ym, kind: 'limit', price: '24800' })
  const open = await buy('demo', ym)
  fixture.options.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  await fixture.options.proofs.paths.upToNow()
  await fixture.options.db.pool.query("DELETE FROM markets_quote_ticks WHERE code = 'YM'")
  await restart()
  fixture.options.warm('YM', '25100', 'simulated')
  fixture.options.warm('YM', '25300', 'live')
  await pass()
  await expect.poll(() => show('real', waits)).toMatchObject({ status: 'expired' })
  expect(fixture.options.board.haltedFor('YM')).toBeNull()
  // 25 000.01 + (25 299.99 − 25 099.99)
  expect(await show('demo', open)).toMatchObject({ openPrice: '25200.01', status: 'open' })
  expect(recomputeContract((await receipt(waits)).document)).toEqual([])
})

test('T4: the whole server. Without --sandbox a real account is refused on simulated prices, and a demo account is not', async () => {
  const app = await startTestApp({ sandbox: false })
  try {
    const { token } = await app.signUp()
    const call = (mode: Mode) => app.call('previewContract', { ...plain, lots: '0.01' }, { token, mode })
    // Prices begin a moment after the doors open.
    await expect
      .poll(async () => resultOf<{ reason?: string }>(await call('real')))
      .toEqual({ reason: 'source' })
    expect((await call('demo')).code).toBe(200)
  } finally {
    await app.dispose()
  }
})
