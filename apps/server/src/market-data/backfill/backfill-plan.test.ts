import { expect, test } from 'vitest'
import { waitAfterFailure } from './backfill-plan.ts'

test('I15.1d: an exchange is waited for as long as it says, never less than usual and never beyond what a timer counts', () => {
  expect(waitAfterFailure(0, 5_000, 30_000)).toBe(30_000)
  expect([0, 1, 2, 50, 5_000].map((failures) => waitAfterFailure(failures, 5_000, null))).toEqual([
    5_000, 10_000, 20_000, 300_000, 300_000,
  ])
  expect(waitAfterFailure(3, 5_000, 0)).toBe(40_000)
  expect(waitAfterFailure(0, 5_000, Number.MAX_SAFE_INTEGER)).toBe(6 * 3_600_000)
})
