import { marketByCode } from '@candor/rules'
import { expect, test } from 'vitest'
import type { Stretch } from './history-source.ts'
import { GapWatch } from './watch-gaps.ts'

const minute = 60_000
/** A Friday, 20:40 UTC: New York closes in twenty minutes. */
const friday = Date.parse('2026-11-20T20:40:00Z')

function watch(newest: ReadonlyMap<string, number> = new Map()) {
  const gaps: [string, Stretch][] = []
  const gapWatch = new GapWatch(newest, marketByCode, (code, gap) => gaps.push([code, gap]))
  const take = (code: string, time: number, source: 'live' | 'simulated' = 'live') =>
    gapWatch.take({ code, time, source })
  return { gaps, take }
}

test('I15.1f: whole minutes without a quote are a gap while the market is open, one quiet minute is none', () => {
  const { gaps, take } = watch()
  for (const at of [0, 1, 3]) take('BTCUSDT', friday + at * minute)
  expect(gaps).toEqual([])
  take('BTCUSDT', friday + 4 * minute, 'simulated')
  take('BTCUSDT', friday + 6 * minute + 5_000)
  expect(gaps).toEqual([['BTCUSDT', { from: friday + 4 * minute, to: friday + 6 * minute }]])
})

test('I15.1f: what was missed while the server was off is a gap, a night is none', () => {
  const monday = Date.parse('2026-11-23T14:30:00Z')
  const { gaps, take } = watch(new Map([['AAPL', friday + 19 * minute]]))
  take('AAPL', monday)
  expect(gaps).toEqual([])
  const early = watch(new Map([['AAPL', friday]]))
  early.take('AAPL', monday)
  expect(early.gaps).toEqual([['AAPL', { from: friday + minute, to: monday }]])
})
