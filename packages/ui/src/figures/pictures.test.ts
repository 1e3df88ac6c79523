import { expect, test } from 'vitest'
import { linePath } from './sparkline.tsx'
import { curvePath, curveScale } from './time-curve.tsx'

test('a line runs from the first point to the last, high values high', () => {
  expect(linePath([1, 3, 2], 100, 22)).toBe('M0.0 21.0L50.0 1.0L100.0 11.0')
})
test('a flat line lies in the middle, and one point draws nothing', () => {
  expect(linePath([5, 5], 10, 20)).toBe('M0.0 10.0L10.0 10.0')
  expect(linePath([5], 10, 20)).toBe('')
})
test('a curve has its times to scale: a long stretch without points is long', () => {
  const points = [
    [0, 1],
    [30, 2],
    [40, 1],
  ] as const
  expect(curvePath(points, curveScale(points))).toBe('M0.0 130.0L450.0 10.0L600.0 130.0')
  expect(curvePath([[0, 1]], curveScale([[0, 1]]))).toBe('')
  const flat = [
    [0, 5],
    [9, 5],
  ] as const
  expect(curvePath(flat, curveScale(flat))).toBe('M0.0 70.0L600.0 70.0')
})
