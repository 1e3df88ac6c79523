import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spreadLabels } from './spread-labels.ts'

const bounds = { from: 0, to: 400, height: 20 }
const spread = (...heights: number[]) => [
  ...spreadLabels(
    heights.map((y, at) => ({ id: String(at), y })),
    bounds,
  ).values(),
]

it('I15.6n: a label that is free is at its line, and others share the way', () => {
  expect(spread(100)).toEqual([100])
  expect(spread(100, 200)).toEqual([100, 200])
  expect(spread(100, 110)).toEqual([95, 115])
  expect(spread(100, 100, 100)).toEqual([80, 100, 120])
})

it('I15.6n: labels stay within the chart, and those of lines out of sight are left out', () => {
  expect(spread(2, 4)).toEqual([10, 30])
  expect(spread(399, 398)).toEqual([370, 390])
  expect(spread(-1, 50, 401)).toEqual([50])
})

it('I15.6n: no label covers another, and they are in the order of their lines', () => {
  const heights = fc.array(fc.integer({ min: -50, max: 450 }), { maxLength: 15 })
  fc.assert(
    fc.property(heights, (ys) => {
      const placed = spread(...ys)
      for (const [at, y] of placed.entries()) {
        expect(y).toBeGreaterThanOrEqual(10 - 1e-6)
        expect(y).toBeLessThanOrEqual(390 + 1e-6)
        if (at > 0) expect(y - (placed[at - 1] ?? 0)).toBeGreaterThanOrEqual(20 - 1e-6)
      }
      expect(placed).toHaveLength(ys.filter((y) => y >= 0 && y <= 400).length)
    }),
  )
})
