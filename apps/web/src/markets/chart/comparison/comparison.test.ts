import type { Candle } from '@candor/contract'
import { expect, it } from 'vitest'
import { comparedRows } from './compared-rows.ts'
import { createComparisonFeed } from './comparison-feed.ts'

const hour = 3_600_000
const bars = [100, 110, 120, 90].map((close, at) => ({ timestamp: at * hour, close }))

it('I15.14c: at the first visible bar both markets are at one height, and from there equal heights are equal changes', () => {
  const closes = [2, 4, 5, 6].map((close, at) => [at * hour, close] as const)
  const rows = comparedRows(bars, closes, 1)
  expect(rows.map(({ compared }) => compared)).toEqual([55, 110, 137.5, 165])
  expect(rows.map(({ change }) => change)).toEqual([-0.5, 0, 0.25, 0.5])
})

it('I15.14c: a market that is closed keeps its last close, and one that began later begins there', () => {
  const rows = comparedRows(bars, [[hour, 10]], 0)
  expect(rows.map(({ compared }) => compared)).toEqual([undefined, 110, 110, 110])
  expect(comparedRows(bars, [], 0)).toEqual([{}, {}, {}, {}])
})

const candle = (timestamp: number, close: number): Candle => [timestamp, close, close, close, close, 1]

it('I15.14c: older candles are loaded as far as the chart goes, and no further', async () => {
  const befores: (number | null)[] = []
  let changes = 0
  const load = (before: number | null) => {
    befores.push(before)
    const end = before ?? 10 * hour
    return Promise.resolve(end <= 0 ? [] : [candle(end - 2 * hour, 1), candle(end - hour, 2)])
  }
  const feed = createComparisonFeed('1h', load, () => {
    changes += 1
  })
  feed.reachBack(5 * hour)
  await expect.poll(() => changes).toBe(3)
  expect(befores).toEqual([null, 8 * hour, 6 * hour])
  expect(feed.closes()[0]).toEqual([4 * hour, 1])
})

it('I15.14c: a page that could not be loaded is befores for again with the next price, which then counts', async () => {
  let tries = 0
  const load = () => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve([candle(hour, 5)])
  }
  const feed = createComparisonFeed('1h', load, () => undefined)
  await expect.poll(() => tries).toBe(1)
  await expect
    .poll(() => {
      feed.price(6, hour + 1)
      return feed.closes()
    })
    .toEqual([[hour, 6]])
  feed.price(7, 2 * hour)
  expect(feed.closes()).toEqual([
    [hour, 6],
    [2 * hour, 7],
  ])
  // A late print changes nothing.
  feed.price(1, hour)
  expect(feed.closes()).toHaveLength(2)
})
