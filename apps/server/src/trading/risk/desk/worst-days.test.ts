import { expect, test } from 'vitest'
import { WorstDays, worstMoves } from './worst-days.ts'

const dayMs = 86_400_000
const bar = (day: number, low: number, high: number, close: number) => ({
  ...{ openTime: day * dayMs, open: close, volume: 0 },
  ...{ low, high, close },
})

test('I16.1: the worst day is measured from the close before to the lowest and highest price', () => {
  const days = [bar(1, 90, 110, 100), bar(2, 80, 101, 90), bar(3, 89, 99, 95)]
  expect(worstMoves(days)).toEqual(['-0.2', '0.1'])
})

test('I16.1: without two days in a row there is none', () => {
  expect(worstMoves([])).toEqual([])
  expect(worstMoves([bar(1, 50, 200, 100)])).toEqual([])
})

test('I16.1: over a weekend a price may jump, over a gap of the past it proves nothing', () => {
  expect(worstMoves([bar(1, 100, 100, 100), bar(4, 90, 100, 95)])).toEqual(['-0.1'])
  expect(worstMoves([bar(1, 100, 100, 100), bar(7, 10, 1_000, 95)])).toEqual([])
})

test('I16.1: a market that only fell has no worst rise', () => {
  expect(worstMoves([bar(1, 100, 100, 100), bar(2, 96, 100, 97)])).toEqual(['-0.04'])
})

test('I16.1: a market’s candles are read once in six hours', async () => {
  let read = 0
  const worst = new WorstDays({
    candles: {
      page: async () => {
        read += 1
        return [bar(1, 100, 100, 100), bar(2, 96, 102, 97)]
      },
    },
    sourceOf: () => 'live',
  })
  const now = 10 * dayMs
  expect(await worst.of(['EURUSD'], now)).toEqual({ EURUSD: ['-0.04', '0.02'] })
  await worst.of(['EURUSD'], now + 6 * 3_600_000 - 1)
  expect(read).toBe(1)
  await worst.of(['EURUSD'], now + 6 * 3_600_000)
  expect(read).toBe(2)
})
