import { priceToNumber } from '@candor/money'
import { allMarkets, isOpenAt, marketByCode, type Quote, wellFormed } from '@candor/rules'
import { expect, test } from 'vitest'
import { ManualClock } from '../../../platform/clock.ts'
import { MemoryPriceBoard } from '../../price-board/memory-price-board.ts'
import { UnwrittenPasts } from '../write-pasts.ts'
import { makePast } from './past.ts'
import { Simulator } from './simulator.ts'

const friday = Date.parse('2026-11-20T15:00:00Z')

async function run(seed: number, from: number, seconds: number): Promise<Quote[]> {
  const clock = new ManualClock(from)
  const quotes: Quote[] = []
  const sink = { offer: (quote: Quote) => quotes.push(quote), restart: () => undefined }
  const simulator = new Simulator({ markets: allMarkets, clock, seed, sink })
  await simulator.start()
  await simulator.stop()
  for (let tick = 0; tick < seconds * 4; tick++) {
    clock.advance(250)
    simulator.tick()
  }
  return quotes
}

test('the same seed gives the same quotes, another seed others', async () => {
  const first = await run(11, friday, 30)
  expect(await run(11, friday, 30)).toEqual(first)
  expect(await run(12, friday, 30)).not.toEqual(first)
})

test('T4: every quote says simulated, is well-formed, and lies on its market’s ticks', async () => {
  for (const quote of await run(5, friday, 60)) {
    const market = marketByCode(quote.code)
    expect(quote.source).toBe('simulated')
    expect(wellFormed(quote.bid, quote.ask)).toBe(true)
    expect(quote.bid % (market?.tickSize ?? 1n)).toBe(0n)
    expect(quote.ask % (market?.tickSize ?? 1n)).toBe(0n)
  }
})

test('one to four quotes a second a market, and prices that stay plausible for an hour', async () => {
  const seconds = 600
  const quotes = await run(5, friday, seconds)
  for (const market of allMarkets) {
    const own = quotes.filter((quote) => quote.code === market.code)
    expect(own.length / seconds, market.code).toBeGreaterThan(1)
    expect(own.length / seconds, market.code).toBeLessThan(4)
    const last = priceToNumber(own.at(-1)?.bid ?? market.tickSize)
    expect(Math.abs(last / market.simulation.price - 1), market.code).toBeLessThan(0.05)
  }
})

test('outside its hours a market sends nothing but the last prices of its last session, at the start', async () => {
  const saturday = Date.parse('2026-11-21T12:00:00Z')
  const quotes = await run(5, saturday, 20)
  const apple = quotes.filter((quote) => quote.code === 'AAPL')
  expect(apple.length).toBe(8)
  for (const quote of apple) {
    expect(quote.time).toBeLessThan(Date.parse('2026-11-20T21:00:00Z'))
    expect(
      isOpenAt(
        marketByCode('AAPL') ?? { hours: { timeZone: 'UTC', sessions: [], holidays: null } },
        quote.time,
      ),
    ).toBe(true)
  }
  expect(quotes.filter((quote) => quote.code === 'BTCUSDT').length).toBeGreaterThan(20)
})

test('I16.10: a market sends nothing from the instant on at which it closes by hours that are announced while it runs', async () => {
  const clock = new ManualClock(friday)
  const quotes: Quote[] = []
  const sink = { offer: (quote: Quote) => quotes.push(quote), restart: () => undefined }
  const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  const listed = (code: string) => board.listed(code)
  const simulator = new Simulator({ markets: allMarkets, clock, seed: 5, sink, listed })
  await simulator.start()
  await simulator.stop()
  const close = { day: '2026-11-20', name: 'Half day', kind: 'shortened', from: null, to: '10:30' } as const
  board.announceHours({ days: [{ ...close, scope: 'market:AAPL' }], weeks: [] })
  const closesAt = Date.parse('2026-11-20T15:30:00Z')
  clock.set(closesAt - 10_000)
  for (let tick = 0; tick < 80; tick++) {
    clock.advance(250)
    simulator.tick()
  }
  const times = quotes.filter(({ code }) => code === 'AAPL').map(({ time }) => time)
  expect(times.length).toBeGreaterThan(8)
  expect(Math.max(...times)).toBeLessThan(closesAt)
  expect(Math.max(...quotes.map(({ time }) => time))).toBeGreaterThan(closesAt)
})

test('coins move together, pairs against the dollar too', async () => {
  const quotes = await run(9, friday, 1_200)
  expect(correlation(quotes, 'BTCUSDT', 'ETHUSDT')).toBeGreaterThan(0.3)
  expect(correlation(quotes, 'EURUSD', 'GBPUSD')).toBeGreaterThan(0.1)
  expect(correlation(quotes, 'EURUSD', 'USDJPY')).toBeLessThan(-0.1)
})

/** Correlation of the changes over ten seconds. */
function correlation(quotes: readonly Quote[], one: string, other: string): number {
  const changes = (code: string) => {
    const mids = new Map<number, number>()
    for (const quote of quotes)
      if (quote.code === code)
        mids.set(Math.floor(quote.time / 10_000), Math.log(Number(quote.bid + quote.ask)))
    const values = [...mids.values()]
    return values.slice(1).map((value, index) => value - (values[index] ?? value))
  }
  const a = changes(one)
  const b = changes(other)
  const count = Math.min(a.length, b.length)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let both = 0
  let squaresA = 0
  let squaresB = 0
  for (let index = 0; index < count; index++) {
    const x = (a[index] ?? 0) - meanA
    const y = (b[index] ?? 0) - meanB
    both += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return both / Math.sqrt(squaresA * squaresB)
}

test('the past is the same for the same seed, within hours, and ends at the price the running quotes begin with', () => {
  const market = marketByCode('AAPL')
  if (market === null) throw new Error('no AAPL')
  const past = makePast(market, 3, { at: friday, mid: 268.4 })
  expect(makePast(market, 3, { at: friday, mid: 268.4 })).toEqual(past)
  expect(makePast(market, 3, { at: friday, mid: 268.4 }, '15m')['1m']).toEqual(past['1m'])
  expect(makePast(market, 3, { at: friday, mid: 268.4 }, '15m')['1w'].at(-1)).toEqual(past['1w'].at(-1))
  expect(past['1m'].at(-1)?.close).toBe(268.4)
  expect(past['1w'].at(-1)?.close).toBe(268.4)
  expect(past['1m'].every((bar) => isOpenAt(market, bar.openTime))).toBe(true)
  expect(friday - (past['1m'][0]?.openTime ?? friday)).toBeGreaterThan(86_400_000)
  expect(friday - (past['1d'][0]?.openTime ?? friday)).toBeGreaterThan(365 * 86_400_000)
})

test('I11.11: the past that is written in the background is made with turns for others in between, and is the same', async () => {
  const [market] = allMarkets
  if (market === undefined) throw new Error('no market')
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const open = { market, endsAt: friday, endMid: market.simulation.price }
  const past = await new UnwrittenPasts(3, [open]).inTurns(open)
  clearImmediate(next)
  expect(past).toEqual(makePast(market, 3, { at: friday, mid: market.simulation.price }))
  expect(turns).toBeGreaterThan(40)
})

test('the simulator’s cost: printed, not asserted', async () => {
  const began = performance.now()
  const seconds = 120
  await run(1, friday, seconds)
  const share = (performance.now() - began) / (seconds * 1000)
  process.stdout.write(
    `    ${allMarkets.length} simulated markets: ${(share * 100).toFixed(2)} % of a core (goal 5 %)\n`,
  )
})
