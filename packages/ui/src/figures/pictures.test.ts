import { expect, test } from 'vitest'
import { linePath } from './sparkline.tsx'

test('a line runs from the first point to the last, high values high', () => {
  expect(linePath([1, 3, 2], 100, 22)).toBe('M0.0 21.0L50.0 1.0L100.0 11.0')
})
test('a flat line lies in the middle, and one point draws nothing', () => {
  expect(linePath([5, 5], 10, 20)).toBe('M0.0 10.0L10.0 10.0')
  expect(linePath([5], 10, 20)).toBe('')
})
