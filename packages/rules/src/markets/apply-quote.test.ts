import { type Price, price, priceToNumber } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyQuote,
  dayFigures,
  dayMids,
  emptyMarketState,
  type MarketState,
  rebaseQuote,
  rebaseState,
  stateFromMinutes,
  underlayMinutes,
} from './apply-quote.ts'
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
  { minLength: 1, maxLength: 150, size: 'max' },
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

const barAt = (minutes: number, units: number, volume = 1) => ({
  ...{ openTime: minutes * minute, open: BigInt(units) as Price, high: BigInt(units) as Price },
  ...{ low: BigInt(units) as Price, close: BigInt(units) as Price, volume },
})

describe('the window of 24 hours, to the minute', () => {
  const first = start / minute
  const after = (minutes: number) =>
    dayFigures(
      [quoteAt(start, 100), quoteAt(start + minutes * minute, 50)].reduce(applyQuote, emptyMarketState),
    )

  test('a mid of 1 439 minutes ago is in it; one of 1 440 minutes ago is what the change is measured from', () => {
    expect(after(1_439)).toEqual({ changePercent: -50, from: 100n, high: 100n, low: 50n, volume: 2 })
    expect(after(1_440)).toEqual({ changePercent: -50, from: 100n, high: 50n, low: 50n, volume: 1 })
    expect(after(100_000)).toEqual({ changePercent: -50, from: 100n, high: 50n, low: 50n, volume: 1 })
  })

  test('before the first quote there is nothing, and of a price of nothing no change', () => {
    const none = { changePercent: 0, from: null, high: null, low: null, volume: 0 }
    expect(dayFigures(emptyMarketState)).toEqual(none)
    expect(stateFromMinutes([])).toEqual(emptyMarketState)
    expect(dayFigures(stateFromMinutes([barAt(first, 0), barAt(first + 1, 5)])).changePercent).toBe(0)
  })

  test('the past is worked out once a minute, not once a quote', () => {
    const state = [quoteAt(start, 100), quoteAt(start + minute, 110)].reduce(applyQuote, emptyMarketState)
    expect(applyQuote(state, quoteAt(start + 2 * minute - 1, 120)).past).toBe(state.past)
    expect(applyQuote(state, quoteAt(start + 2 * minute, 120)).past.minutes).toHaveLength(2)
  })

  test('stored minutes: one is the current, the last hundred closes are drawn, and the older ones leave the window', () => {
    const single = stateFromMinutes([barAt(first, 7, 3)])
    expect(dayFigures(single)).toEqual({ changePercent: 0, from: 7n, high: 7n, low: 7n, volume: 3 })
    const many = stateFromMinutes(Array.from({ length: 1_442 }, (_, at) => barAt(first + at, at + 1)))
    expect(many.recentMids.map((mid) => Math.round(mid * 1e10))).toEqual(
      Array.from({ length: 100 }, (_, at) => 1_343 + at),
    )
    expect(dayFigures(many)).toMatchObject({ from: 2n, high: 1_442n, low: 3n, volume: 1_440 })
  })

  test('I15.1g: older candles count from 1 439 minutes before, the one before that is what the change is measured from', () => {
    const quoted = stateFromMinutes([barAt(first, 100)])
    const oldest = { ...barAt(first - 1_439, 40), open: 41n as Price }
    expect(dayFigures(underlayMinutes(quoted, [oldest]))).toMatchObject({ from: 41n, volume: 2 })
    expect(dayFigures(underlayMinutes(quoted, [barAt(first - 1_439, 40)]))).toMatchObject({
      from: 40n,
      low: 40n,
    })
    const before = underlayMinutes(quoted, [barAt(first - 1_440, 40)])
    expect(dayFigures(before)).toMatchObject({ from: 40n, low: 100n, volume: 1 })
    expect(underlayMinutes(emptyMarketState, [barAt(first, 1)])).toBe(emptyMarketState)
  })
})

describe('rulebook Markets: after a split the figures go on in new units', () => {
  const fourForOne = { fresh: 4n, old: 1n }
  const units = (state: MarketState) => state.recentMids.map((mid) => Math.round(mid * 1e10))

  test('prices are divided by 4 at 4:1, half to even; the change in percent and the volume stay', () => {
    const quotes = [quoteAt(start - 2_000 * minute, 80), quoteAt(start, 100), quoteAt(start + minute, 120)]
    const state = rebaseState(quotes.reduce(applyQuote, emptyMarketState), fourForOne)
    expect(dayFigures(state)).toEqual({ changePercent: 50, from: 20n, high: 30n, low: 25n, volume: 2 })
    expect([state.latest?.bid, state.latest?.ask, state.latest?.mid]).toEqual([30n, 30n, 30n])
    expect(units(state)).toEqual([20, 25, 30])
    expect(state.past).toMatchObject({
      minutes: [{ at: start / minute, open: 25n, high: 25n, low: 25n, close: 25n, volume: 1 }],
      ...{ high: 25n, low: 25n, before: 20n },
    })
    expect(rebaseQuote(quoteAt(start, 10), fourForOne).mid).toBe(2n)
    expect(rebaseQuote(quoteAt(start, 14), fourForOne).mid).toBe(4n)
  })

  test('prices are multiplied by 10 at 1:10, and a market without quotes stays empty', () => {
    const ten = { fresh: 1n, old: 10n }
    const state = rebaseState(applyQuote(emptyMarketState, quoteAt(start, 3)), ten)
    expect(dayFigures(state)).toMatchObject({ from: 30n, high: 30n, low: 30n })
    expect(state.past).toEqual(emptyMarketState.past)
    expect(units(state)).toEqual([30])
    expect(rebaseState(emptyMarketState, ten)).toEqual(emptyMarketState)
  })
})
