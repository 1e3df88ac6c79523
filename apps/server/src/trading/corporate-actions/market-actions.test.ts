import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ActionRequest, cancelAction, dueActions } from '../../market-data/market-events/actions.ts'
import { haltMarket } from '../../market-data/market-events/halts.ts'
import { marketEventsModule } from '../../market-data/market-events/market-events.module.ts'
import { keepNotices } from '../../notifications/notices-store.ts'
import { recomputeContract } from '../../proofs/receipts/recomputation/recompute-contract.ts'
import { noon } from '../../testing/module-fixture.ts'
import { fixture, market, useFundedMarket } from '../../testing/test-market.ts'
import { requestInTime } from '../../testing/test-market-events.ts'

useFundedMarket()
beforeEach(async () => {
  fixture.events.published.length = 0
})

const call = (fields: Partial<ActionRequest>) =>
  requestInTime(fixture.db.query, fixture.clock, {
    code: 'AAPL',
    kind: 'split',
    value: '4:1',
    at: fixture.clock.now(),
    by: 'olga',
    ...fields,
  })
/** A fresh day: positions of earlier tests are gone with their market. */
let day = 0
const nextDay = () => fixture.clock.set(noon + ++day * 7 * 86_400_000)

describe('stock split (rulebook Markets)', () => {
  it.each([
    ['4:1', '268.37', '268.41'],
    ['3:1', '100.01', '100.03'],
    ['3:2', '77.77', '77.79'],
    ['1:10', '5.55', '5.57'],
  ])('%s changes nobody’s worth, to the last digit', async (ratio, bid, ask) => {
    nextDay()
    market.warm('MSFT', '500', '500.02')
    market.warm('AAPL', '262.11', '262.13')
    const anna = await fixture.customer(100_000n)
    const opened = [
      await market.buy(anna, { code: 'AAPL', lots: '37' }),
      await market.buy(anna, { code: 'AAPL', lots: '105', direction: 'sell' }),
      await market.buy(anna, { code: 'AAPL', lots: '3', trailing: '1.5' }),
      await market.buy(anna, { code: 'MSFT', lots: '2' }),
    ]
    fixture.clock.advance(1_000)
    // The price may have gone anywhere since.
    market.warm('AAPL', bid, ask)
    const before = market.worth(anna)
    expect(await call({ value: ratio })).toBeNull()
    await market.pass()
    expect(market.worth(anna)).toBe(before)
    // After a restart the same stands in the database: at the new scale's first quotes, closed at no other worth than the price says.
    await market.restart()
    const orders = await Promise.all(opened.map(({ id }) => market.order(anna, id)))
    expect(orders[3]?.lots).toBe('2')
    for (const { id } of opened) expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
  })

  it('moves lots, open price, exits, level and trailing stop, and rounds no trigger nearer to the price', async () => {
    nextDay()
    market.warm('IBM', '300', '300.02')
    const anna = await fixture.customer()
    const open = await market.buy(anna, { code: 'IBM', lots: '10', stopLoss: '290.01', takeProfit: '310.01' })
    const limit = await market.buy(anna, { code: 'IBM', lots: '5', kind: 'limit', price: '280.01' })
    const short = await market.buy(anna, { code: 'IBM', lots: '4', direction: 'sell', trailing: '2.01' })
    await call({ code: 'IBM', value: '4:1' })
    await market.pass()
    expect(await market.order(anna, open.id)).toMatchObject({
      lots: '40',
      openPrice: '75.005',
      stopLoss: '72.50',
      takeProfit: '77.51',
      margin: open.margin,
      status: 'open',
    })
    expect(await market.order(anna, limit.id)).toMatchObject({
      lots: '20',
      price: '70.00',
      status: 'pending',
    })
    expect(await market.order(anna, short.id)).toMatchObject({ lots: '16', trailing: '0.51' })
    // Nothing trades at the old scale any more, and the first quote of the new one does at once.
    await expect(market.close(anna, open.id)).rejects.toMatchObject({
      code: 10015,
      details: { reason: 'stale' },
    })
    market.quote('IBM', '75', '75.01')
    expect(await market.close(anna, open.id)).toMatchObject({ status: 'closed', closePrice: '75.00' })
    market.warm('IBM', '70', '70')
    expect(await market.order(anna, limit.id)).toMatchObject({ status: 'open', lots: '20' })
    const notice = market.notices().find(({ kind }) => kind === 'split')
    expect(notice).toMatchObject({ code: 'IBM', facts: { ratio: '4:1', orders: '3' } })
    expect(recomputeContract(await market.receipt(anna, open.id))).toEqual([])
  })

  it('pays a fraction of a lot in cash; an order of less than a lot ends, one that waits is cancelled', async () => {
    nextDay()
    market.warm('KO', '70', '70.02')
    const anna = await fixture.customer()
    const odd = await market.buy(anna, { code: 'KO', lots: '105' })
    const small = await market.buy(anna, { code: 'KO', lots: '5' })
    const waits = await market.buy(anna, { code: 'KO', lots: '9', kind: 'limit', price: '60' })
    market.warm('KO', '72', '72.02')
    const before = market.worth(anna)
    await call({ code: 'KO', value: '1:10' })
    await market.pass()
    expect(market.worth(anna)).toBe(before)
    expect(await market.order(anna, odd.id)).toMatchObject({
      lots: '10',
      openPrice: '700.20',
      status: 'open',
    })
    // (72 − 70.02) × 5
    const ended = { status: 'closed', profit: '9.900000', closePrice: '72.00', closeReason: 'end' }
    expect(await market.order(anna, small.id)).toMatchObject(ended)
    expect(await market.order(anna, waits.id)).toMatchObject({ status: 'cancelled' })
    for (const { id } of [odd, small, waits])
      expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
  })

  it('is carried out once: asked twice it is refused, applied it never changes', async () => {
    nextDay()
    const at = fixture.clock.now()
    expect(await call({ code: 'V', at })).toBeNull()
    expect(await call({ code: 'V', at, value: '5:1' })).toBe('asked-already')
    await market.pass()
    await expect(
      fixture.db.pool.query("UPDATE markets_actions SET applied_at = 1 WHERE code = 'V'"),
    ).rejects.toThrow('applied once')
    expect(await call({ code: 'V', value: '1:1' })).toBe('bad-ratio')
    expect(await call({ code: 'EURUSD' })).toBe('not-a-stock')
    expect(await call({ code: 'NOPE' })).toBe('unknown-market')
    expect(await call({ kind: 'dividend', value: '-1' })).toBe('bad-amount')
    expect(await call({ at: at - 120_000 })).toBe('in-the-past')
  })
})

describe('an action that was cancelled', () => {
  it('may still stand in the engine’s memory at its moment: nothing happens, nothing is halted, and the market goes on trading', async () => {
    nextDay()
    market.warm('NVDA', '160', '160.02')
    market.warm('DIS', '100', '100.02')
    const anna = await fixture.customer()
    const { id } = await market.buy(anna, { code: 'NVDA', lots: '10', stopLoss: '155' })
    const at = fixture.clock.now() + 120_000
    for (const code of ['NVDA', 'DIS']) expect(await call({ code, value: '2:1', at })).toBeNull()
    await market.pass()
    const calendar = await dueActions(fixture.db)
    for (const action of calendar.filter(({ code }) => code === 'NVDA' || code === 'DIS'))
      expect(await cancelAction(fixture.db.query, fixture.clock, { id: action.id, by: 'olga' })).toBe(true)
    fixture.clock.set(at + 5)
    const { engine, queue } = market.runtime()
    // The quote that waits meanwhile is not of another scale: it closes the position.
    market.quote('NVDA', '154', '154.02')
    await engine.actions.still()
    await queue.settled()
    expect(await market.order(anna, id)).toMatchObject({
      status: 'closed',
      lots: '10',
      closeReason: 'stopLoss',
    })
    expect(market.warnings).toEqual([])
    const halts = await fixture.db.query.selectFrom('markets_halts').selectAll().execute()
    expect(halts).toEqual([])
    // A reading that began before the cancelling does not bring it back.
    engine.actions.schedule(calendar)
    await market.pass()
    expect(await market.buy(anna, { code: 'NVDA', lots: '1' })).toMatchObject({ status: 'open', lots: '1' })
    market.warm('DIS', '100', '100.02')
    expect(await market.buy(anna, { code: 'DIS', lots: '1' })).toMatchObject({ status: 'open' })
  })
})

describe('dividend (rulebook Markets)', () => {
  it('is credited to longs and debited to shorts, each by its lots', async () => {
    nextDay()
    market.warm('JPM', '308', '308.02')
    const [anna, ben] = [await fixture.customer(), await fixture.customer()]
    const long = await market.buy(anna, { code: 'JPM', lots: '30' })
    const short = await market.buy(ben, { code: 'JPM', lots: '20', direction: 'sell' })
    fixture.clock.advance(1_000)
    const before = [market.worth(anna), market.worth(ben)]
    await call({ code: 'JPM', kind: 'dividend', value: '1.265' })
    await market.pass()
    const gained = [market.worth(anna), market.worth(ben)].map((now, at) => now - (before[at] ?? 0n))
    // What they get or pay is off the price.
    expect(gained).toEqual([0n, 0n])
    const lines = await fixture.ledger.statement({ owner: anna, assets: ['DEMO'], limit: 1 })
    expect(lines).toMatchObject([{ kind: 'contract-dividend', signedMinor: 37_950_000n, reference: long.id }])
    const kinds = market.notices().map(({ kind, facts: values }) => [kind, values.perUnit, values.amount])
    expect(kinds).toContainEqual(['dividend', '1.265', '37.950000'])
    expect(kinds).toContainEqual(['dividend', '1.265', '-25.300000'])
    for (const [who, { id }] of [
      [anna, long],
      [ben, short],
    ] as const)
      expect(recomputeContract(await market.receipt(who, id))).toEqual([])
  })

  it('what a short cannot pay is the operator’s: the balance ends at zero, never below', async () => {
    nextDay()
    await fixture.fund('negative-balance', 'house', 'DEMO', 10n ** 10n)
    market.warm('DIS', '100', '100.02')
    const anna = await fixture.customer(25n)
    await market.buy(anna, { code: 'DIS', lots: '1', direction: 'sell' })
    fixture.clock.advance(1_000)
    await call({ code: 'DIS', kind: 'dividend', value: '40' })
    await market.pass()
    expect((await fixture.ledger.balancesOf(anna)).find(({ asset }) => asset === 'DEMO')?.balanceMinor).toBe(
      0n,
    )
  })
})

describe('one moment', () => {
  it('brings the night’s swap first, then the dividend on the old shares, then the split', async () => {
    nextDay()
    market.warm('BAC', '50', '50.02')
    const anna = await fixture.customer()
    const { id } = await market.buy(anna, { code: 'BAC', lots: '10' })
    // 17:00 in New York on that winter day.
    const rollover = Math.floor(fixture.clock.now() / 86_400_000) * 86_400_000 + 22 * 3_600_000
    await call({ code: 'BAC', value: '2:1', at: rollover })
    await call({ code: 'BAC', kind: 'dividend', value: '0.26', at: rollover })
    fixture.clock.set(rollover + 5)
    await market.pass()
    const { events } = (await market.receipt(anna, id)) as { events: { kind: string; lots: string }[] }
    expect(events.map(({ kind, lots }) => [kind, lots])).toEqual([
      ['open', '10'],
      ['swap', '10'],
      ['dividend', '10'],
      ['split', '20'],
    ])
    expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
  })
})

describe('a halt', () => {
  it('is told to everybody with orders in the market, once, in few statements', async () => {
    const holders = Array.from({ length: 1_200 }, () => ({ userId: randomUUID(), mode: 'demo' as const }))
    const { db, clock, board, events } = fixture
    const quotes = { board, rebase: () => undefined }
    const ports = { quotes, keepNotices, emailsOf: async () => new Map() }
    const teller = await (await fixture.openModule(marketEventsModule, ports)).tellHalts(() => holders)
    let acquired = 0
    db.pool.on('acquire', () => {
      acquired += 1
    })
    expect(
      await haltMarket(db.query, clock, { code: 'MSFT', reason: 'prices', note: null, by: 'olga' }),
    ).toBeNull()
    await teller.run()
    const published = () => events.published.filter(({ type }) => type === 'notification').length
    await expect.poll(published).toBe(2 * holders.length)
    expect(acquired).toBeLessThan(20)
  })
})
