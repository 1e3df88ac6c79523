import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { expect, test } from 'vitest'
import { mostAttempts, waitAfter } from './retry-times.ts'

const earliest = '00000000-0000-4000-8000-000000000000'
const latest = '00000000-0000-4000-8000-ffffffffffff'
const waitsOf = (id: string) => Array.from({ length: mostAttempts }, (_, index) => waitAfter(index + 1, id))

test('I16.11: a message is tried ten times over three days, and then given up', () => {
  expect(waitsOf(earliest)).toEqual([
    5_000,
    300_000,
    1_800_000,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
    null,
  ])
  const together = waitsOf(earliest).reduce<number>((sum, wait) => sum + (wait ?? 0), 0)
  expect(together).toBeGreaterThan(3 * dayMs)
})

test('I16.11: the id of a message spreads its attempts over a fifth of the wait', () => {
  expect(waitAfter(1, latest)).toBe(6_000)
  expect(waitAfter(2, '00000000-0000-4000-8000-000000800000')).toBe(330_000)
})
