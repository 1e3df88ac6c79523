import { type Price, price, priceToNumber } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyQuote,
  dayFigures,
  dayMids,
  emptyMarketState,
  type MarketState,
  stateFromMinutes,
  underlayMinutes,
} from './apply-quote.ts'
import {
  type CandleBar,
  candleOpenTime,
  growCandle,
  type IntervalName,
  intervalNames,
  joinCandles,
} from './candle.ts'
import type { BoardQuote } from './quote.ts'

const start = Date.parse('2026-11-16T09:00:00Z')
const minute = 60_000

const quoteAt = (time: number, units: number, seq = 0, volume = 1): BoardQuote => ({
  code: 'BTCUSDT',
  bid: BigInt(units) as Price,
  ask: BigInt(units) as Price,
  mid: BigInt(units) as Price,
  time,
  source: 'simulated',
  volume,
  seq,
  receivedAt: time,
})

const steps = fc.array(
  fc.tuple(
    fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 400 * minute })),
    fc.integer({ min: 1, max: 1_000_000 }),
  ),
  { minLength: 1, maxLength: 150 },
)

test('the day’s figures and the last hundred agree with a plain recomputation over any quotes', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let state: MarketState = emptyMarketState
      let time = start
      const all: BoardQuote[] = []
      for (const [gap, units] of list) {
        time += gap
        const quote = quoteAt(time, units, all.length)
        all.push(quote)
        state = applyQuote(state, quote)
        const first = Math.floor(time / minute) - 1439
        const within = all.filter((one) => Math.floor(one.time / minute) >= first)
        const before = all.filter((one) => Math.floor(one.time / minute) < first).at(-1) ?? within[0]
        const mids = within.map((one) => Number(one.mid))
        const figures = dayFigures(state)
        expect(Number(figures.high)).toBe(Math.max(...mids))
        expect(Number(figures.low)).toBe(Math.min(...mids))
        expect(figures.volume).toBeCloseTo(within.length, 6)
        const from = Number(before?.mid)
        expect(figures.changePercent).toBeCloseTo(((units - from) / from) * 100, 3)
        expect(state.recentMids).toEqual(all.slice(-100).map((one) => priceToNumber(one.mid)))
      }
    }),
    { numRuns: 60 },
  )
})

test('I15.9c: the line of 24 hours begins where the change is measured from, ends at the newest mid and has a point every half hour', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let state: MarketState = emptyMarketState
      let time = start
      for (const [gap, units] of list) {
        time += gap
        state = applyQuote(state, quoteAt(time, units))
        const line = dayMids(state)
        const [from = 0] = line
        expect(line.length).toBeGreaterThanOrEqual(2)
        expect(line.length).toBeLessThanOrEqual(51)
        expect(line.at(-1)).toBe(priceToNumber(quoteAt(time, units).mid))
        const to = line.at(-1) ?? 0
        expect(((to - from) / from) * 100).toBeCloseTo(dayFigures(state).changePercent, 3)
      }
    }),
    { numRuns: 60 },
  )
  expect(dayMids(emptyMarketState)).toEqual([])
  const minutes = Array.from({ length: 24 * 60 }, (_, at) => quoteAt(start + at * minute, at + 1))
  const line = dayMids(minutes.reduce(applyQuote, emptyMarketState))
  expect(line.map((mid) => Math.round(mid * 1e10)).slice(0, 4)).toEqual([1, 30, 60, 90])
  expect(line).toHaveLength(50)
})

test('a state is immutable: the previous one is unchanged', () => {
  const first = applyQuote(emptyMarketState, quoteAt(start, 100))
  const copy = structuredClone(first)
  applyQuote(applyQuote(first, quoteAt(start + 10, 200)), quoteAt(start + 5 * minute, 50))
  expect(first).toEqual(copy)
})

test('a quote from before the minute now forming is counted into that minute', () => {
  const state = applyQuote(applyQuote(emptyMarketState, quoteAt(start, 100)), quoteAt(start - 5 * minute, 40))
  expect(Number(dayFigures(state).low)).toBe(40)
  expect(state.recentMids).toHaveLength(2)
})

test('24-hour figures survive a restart through the stored minutes', () => {
  const bars = [100, 120, 80, 90].map((units, index) => ({
    openTime: start + index * minute,
    open: BigInt(units) as Price,
    high: BigInt(units + 5) as Price,
    low: BigInt(units - 5) as Price,
    close: BigInt(units) as Price,
    volume: 2,
  }))
  const figures = dayFigures(stateFromMinutes(bars))
  expect([Number(figures.high), Number(figures.low), figures.volume]).toEqual([125, 75, 8])
  expect(figures.changePercent).toBe(-10)
  const next = applyQuote(stateFromMinutes(bars), quoteAt(start + 3 * minute + 5_000, 60))
  expect(dayFigures(next).changePercent).toBe(-40)
})

type Priced = readonly [time: number, mid: number]

function grownCandle(prices: readonly Priced[], interval: IntervalName): CandleBar | null {
  return prices.reduce<CandleBar | null>(
    (bar, [at, mid]) => growCandle(bar, interval, mid, { time: at, volume: 1 }),
    null,
  )
}

function joinedCandle(prices: readonly Priced[], interval: IntervalName): CandleBar | null {
  const minutes = new Map<number, CandleBar>()
  for (const [at, mid] of prices) {
    const openTime = candleOpenTime('1m', at)
    minutes.set(openTime, growCandle(minutes.get(openTime) ?? null, '1m', mid, { time: at, volume: 1 }))
  }
  return [...minutes.values()].reduce<CandleBar | null>((bar, one) => joinCandles(bar, interval, one), null)
}

test('candles grown quote by quote equal those joined from their minutes, in every interval', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let time = start
      const prices = list.map(([gap, mid]): Priced => {
        time += gap
        return [time, mid]
      })
      for (const interval of intervalNames)
        expect(joinedCandle(prices, interval)).toEqual(grownCandle(prices, interval))
    }),
    { numRuns: 60 },
  )
})

test('candles begin on UTC, weeks on Monday', () => {
  const sunday = Date.parse('2026-11-22T23:59:59Z')
  expect(new Date(candleOpenTime('1w', sunday)).toISOString()).toBe('2026-11-16T00:00:00.000Z')
  expect(new Date(candleOpenTime('1w', sunday + 1000)).toISOString()).toBe('2026-11-23T00:00:00.000Z')
  expect(new Date(candleOpenTime('4h', sunday)).toISOString()).toBe('2026-11-22T20:00:00.000Z')
})

describe('older candles under the figures of the day', () => {
  const at = (minute: number, mid: string) => ({
    ...{ openTime: minute * 60_000, open: price(mid), high: price(mid), low: price(mid), close: price(mid) },
    volume: 1,
  })
  const quoted = stateFromMinutes([at(3_000, '100'), at(3_001, '101')])

  test('I15.1g: high, low and change cover 24 hours as soon as the exchange has told of them', () => {
    const whole = underlayMinutes(quoted, [
      at(1_500, '50'),
      at(1_600, '120'),
      at(2_990, '90'),
      at(3_000, '999'),
    ])
    expect(dayFigures(whole)).toMatchObject({ changePercent: 102, high: price('120'), low: price('90') })
  })

  test('I15.1g: a window that quotes fill is left as it is', () => {
    const full = stateFromMinutes([at(1_000, '10'), at(3_000, '100'), at(3_001, '101')])
    expect(underlayMinutes(full, [at(2_000, '999')])).toBe(full)
  })
})
