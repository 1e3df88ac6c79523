import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { NewestQuotes } from '../../market-data/history/newest-quotes.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  body,
  buy,
  close,
  customer,
  fixture,
  fund,
  handlers,
  key,
  limit,
  plain,
  proofs,
  quote,
  refusal,
  start,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { countedRefusals } from './counted-refusals.ts'
import { countRealFills, type RealFill, readRealFills } from './real-fills.ts'
import { RefusalCounts, refusalsOf, responseOf } from './refusal-counts.ts'

useContractsFixture()

const day = '2026-11-18'

async function real(): Promise<Caller> {
  const caller: Caller = { ...(await customer()), userId: randomUUID(), mode: 'real' }
  await fund({ class: 'customer', owner: caller.userId, asset: 'USDT' }, 10_000_000_000n, 'deposit')
  return caller
}

async function fillsOf(...callers: readonly Caller[]): Promise<RealFill[]> {
  const found: RealFill[] = []
  await fixture.runtime.engine.settled()
  await readRealFills(fixture.db, day, async (page) => {
    found.push(...page.filter(({ userId }) => callers.some((caller) => caller.userId === userId)))
  })
  return found
}

describe('fills for the execution report (T23)', () => {
  it('are openings and closings of real accounts, never of demo, each with its quote', async () => {
    const [one, demo] = [await real(), await customer()]
    const bought = await buy(one, { ...plain, lots: '0.3' })
    await buy(demo, plain)
    await close(one, { id: bought.id, lots: '0.1' })
    const sold = await buy(one, { ...plain, direction: 'sell' })
    await close(one, { id: sold.id })
    const fills = await fillsOf(one, demo)
    expect(fills.map(({ side, event, cause }) => [side, event, cause])).toEqual([
      ['buy', 'open', 'call'],
      ['sell', 'close', 'call'],
      ['sell', 'open', 'call'],
      ['buy', 'close', 'call'],
    ])
    for (const { price, quote: used, side, spreadAdded } of fills)
      expect(price).toBe(side === 'buy' ? used.ask + spreadAdded / 2n : used.bid - spreadAdded / 2n)
    expect(await countRealFills(fixture.db.query, [day])).toMatchObject({ fills: 4, customers: 1 })
    expect(await countRealFills(fixture.db.query, ['2026-11-17'])).toEqual({ fills: 0, customers: 0 })
  })

  it('of levels name the level that was reached', async () => {
    const one = await real()
    await limit(one, { price: '1.14' })
    await buy(one, { stopLoss: '1.136', takeProfit: '1.2' })
    steady('EURUSD', '1.1389', '1.139')
    steady('EURUSD', '1.1355', '1.1356')
    const levels = (await fillsOf(one)).filter(({ cause }) => cause === 'level')
    expect(levels.map(({ event, level }) => [event, Number(level) / 1e10])).toEqual([
      ['open', 1.14],
      ['close', 1.136],
    ])
  })
})

it('T23: the newest quote at a moment is the last one received by then that could fill an order', async () => {
  const moments: number[] = []
  for (const bid of ['1.151', '1.152', '1.153']) {
    fixture.clock.advance(40_000)
    quote('EURUSD', bid, `${bid}1`)
    moments.push(fixture.clock.now())
  }
  await fixture.keeper.flush()
  const newest = new NewestQuotes(fixture.db, proofs().paths, 'any')
  const [first = 0, second = 0, third = 0] = moments
  const bidsAt = async (at: readonly number[]) =>
    (await newest.at('EURUSD', at)).map((found) => found && Number(found.bid) / 1e10)
  expect(await bidsAt([start - 1, first - 1, first, second, third - 1])).toEqual([
    null,
    1.15,
    1.151,
    1.152,
    1.152,
  ])
  expect(await bidsAt([third, third + 3_600_000])).toEqual([1.153, 1.153])
  // Simulated prices fill no order of a real account outside a sandbox.
  expect(await new NewestQuotes(fixture.db, proofs().paths, 'real').at('EURUSD', [third])).toEqual([null])
})

describe('refusals for the execution report (T23)', () => {
  let refusals: RefusalCounts
  beforeEach(async () => {
    refusals = new RefusalCounts(fixture.db, fixture.clock)
  })
  const counted = () => countedRefusals(fixture.runtime, refusals, handlers())

  it('are counted by market, call and reason, of real accounts alone', async () => {
    const [one, demo] = [await real(), await customer()]
    const large = body({ ...plain, lots: '50' })
    for (const caller of [one, one, demo])
      await refusal(Promise.resolve(counted().buyContract(large, caller, key())))
    await refusal(Promise.resolve(counted().closeContract({ id: randomUUID() }, one, key())))
    await refusals.flush()
    await refusal(Promise.resolve(counted().buyContract(large, one, key())))
    await refusals.flush()
    expect(await refusalsOf(fixture.db.query, [day])).toEqual([
      { code: '', call: 'closeContract', reason: 'notFound', count: 1n },
      { code: 'EURUSD', call: 'buyContract', reason: 'insufficientFunds', count: 3n },
    ])
    expect(await refusalsOf(fixture.db.query, ['2026-11-17'])).toEqual([])
    expect([responseOf('unavailable:stale'), responseOf('insufficientFunds')]).toEqual([10_015, 10_011])
  })

  it('are not lost while the database is away', async () => {
    const away = {
      ...fixture.db,
      query: {
        getExecutor: () => {
          throw new Error('away')
        },
      } as never,
    }
    const counts = new RefusalCounts(away, fixture.clock)
    const one = await real()
    const none = async () =>
      countedRefusals(fixture.runtime, counts, handlers()).closeContract({ id: randomUUID() }, one, key())
    await refusal(none())
    await expect(counts.flush()).rejects.toThrow('away')
    await expect(counts.flush()).rejects.toThrow('away')
  })
})
