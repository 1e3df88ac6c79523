import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CandleBar,
  candleOpenTime,
  growCandle,
  type IntervalName,
  intervalNames,
  joinCandles,
} from './candle.ts'

const start = Date.parse('2026-11-16T09:00:00Z')
const minute = 60_000

const steps = fc.array(
  fc.tuple(
    fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 400 * minute })),
    fc.integer({ min: 1, max: 1_000_000 }),
  ),
  { minLength: 1, maxLength: 150, size: 'max' },
)

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

test('every interval begins on a whole multiple of itself in UTC', () => {
  const at = Date.parse('2026-11-22T23:59:59.999Z')
  expect(intervalNames.map((name) => new Date(candleOpenTime(name, at)).toISOString().slice(5, 16))).toEqual([
    ...['11-22T23:59', '11-22T23:55', '11-22T23:45', '11-22T23:30', '11-22T23:00', '11-22T20:00'],
    ...['11-22T00:00', '11-16T00:00'],
  ])
})

test('a price grows the candle it belongs to, starts a later one, and never changes one after it', () => {
  const bar = { openTime: start, open: 10, high: 12, low: 9, close: 11, volume: 5 }
  const grow = (time: number, mid: number) => growCandle(bar, '1m', mid, { time, volume: 2 })
  expect(grow(start + minute - 1, 13)).toEqual({ ...bar, high: 13, close: 13, volume: 7 })
  expect(grow(start, 8)).toEqual({ ...bar, low: 8, close: 8, volume: 7 })
  const next = { openTime: start + minute, open: 8, high: 8, low: 8, close: 8, volume: 2 }
  expect(grow(start + minute, 8)).toEqual(next)
  expect(grow(start - 1, 100)).toBe(bar)
})
