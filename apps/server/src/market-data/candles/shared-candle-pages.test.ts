import { type CandleBar, candleOpenTime, intervalMs, intervalNames } from '@candor/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import type { CandlePages } from './followed-candles.ts'
import type { CandleRange } from './series.ts'
import { SharedCandlePages } from './shared-candle-pages.ts'

const now = Date.parse('2026-11-17T15:00:30Z')

/** 1 500 candles with gaps, the newest now forming, as their store pages them. */
function storeOf(interval: (typeof intervalNames)[number]) {
  const newest = candleOpenTime(interval, now)
  const bars = Array.from({ length: 2_000 }, (_, back) => newest - back * intervalMs[interval])
    .filter((_openTime, back) => back % 4 !== 1)
    .reverse()
    .map((openTime): CandleBar => ({ openTime, open: 1, high: 2, low: 1, close: 2, volume: openTime }))
  const reads: CandleRange[] = []
  const pages: CandlePages = {
    page: async (_series, range) => {
      reads.push(range)
      return bars.filter(({ openTime }) => openTime >= range.from && openTime <= range.to).slice(-range.limit)
    },
  }
  return { pages, reads, length: intervalMs[interval] }
}

test.each(intervalNames)('I12.2: a shared page of %s is the page of exactly that range', async (interval) => {
  const series = { code: 'EURUSD', source: 'simulated', interval } as const
  const { pages, length } = storeOf(interval)
  const shared = new SharedCandlePages(pages, new ManualClock(now))
  const time = fc.integer({ min: 0, max: 2_100 * 8 }).map((eighths) => now + length - (eighths * length) / 8)
  const range = fc.record({ from: time, to: time, limit: fc.integer({ min: 1, max: 1_000 }) })
  await fc.assert(
    fc.asyncProperty(range, async (one) => {
      expect(await shared.page(series, one)).toEqual(await pages.page(series, one))
    }),
  )
})

test('I12.2: ranges that end at the same candle are read once, and again when the page is too old', async () => {
  const series = { code: 'EURUSD', source: 'simulated', interval: '1h' } as const
  const { pages, reads, length } = storeOf('1h')
  const clock = new ManualClock(now)
  const shared = new SharedCandlePages(pages, clock)
  const to = candleOpenTime('1h', now) - 5 * length
  for (let at = 0; at < 100; at += 1) {
    await shared.page(series, { from: at * 977, to: to + at, limit: 1 + at })
    await shared.page(series, { from: 0, to: now + 2 * length + at * 1e9, limit: 500 })
  }
  expect(reads).toHaveLength(2)
  clock.advance(1_000)
  await shared.page(series, { from: 0, to, limit: 500 })
  expect(reads).toHaveLength(3)
})
