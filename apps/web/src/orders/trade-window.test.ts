import { intervalMs } from '@candor/rules/markets/candle.ts'
import { expect, it } from 'vitest'
import { linePoints, tradeWindow } from './trade-window.ts'

const minute = 60_000
const day = 1_440 * minute

it('I15.11c: the chart of a trade shows it whole, with time around it, in candles that fit', () => {
  const opened = Date.UTC(2026, 10, 18)
  expect(tradeWindow(opened, opened + 4_000)).toEqual({
    interval: '1m',
    from: opened - 15 * minute,
    to: opened + 4_000 + 15 * minute,
  })
  expect(tradeWindow(opened, opened + day).interval).toBe('30m')
  for (const length of [0, minute, day, 40 * day, 900 * day, 9_000 * day]) {
    const { interval, from, to } = tradeWindow(opened, opened + length)
    expect(from).toBeLessThan(opened)
    expect(to).toBeGreaterThan(opened + length)
    if (interval !== '1w') expect((to - from) / intervalMs[interval]).toBeLessThanOrEqual(136)
  }
})

it('I15.11c: the line is at a candle’s opening where it starts, and at its closing where it ends', () => {
  expect(
    linePoints(
      [
        [0, 10, 13, 9, 12, 1],
        [minute, 12, 12, 8, 8, 1],
      ],
      '1m',
    ),
  ).toEqual([
    [0, 10],
    [minute, 12],
    [minute, 12],
    [2 * minute, 8],
  ])
})
