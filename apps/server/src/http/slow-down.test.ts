import { expect, test } from 'vitest'
import { ManualClock } from '../clock.ts'
import { RequestBudget } from './request-budget.ts'
import { SlowDown } from './slow-down.ts'

test('the first failures cost nothing, then the wait doubles up to its longest', () => {
  const clock = new ManualClock(0)
  const slow = new SlowDown({ free: 3, firstWaitMs: 1_000, longestWaitMs: 5_000, forgetMs: 60_000 }, clock)
  const waits = Array.from({ length: 7 }, () => {
    slow.failed('ana')
    const wait = slow.waitMs('ana')
    clock.advance(wait)
    return wait
  })
  expect(waits).toEqual([0, 0, 1_000, 2_000, 4_000, 5_000, 5_000])
  expect(slow.waitMs('somebody else')).toBe(0)
})

test('a success or a quiet hour starts the count anew', () => {
  const clock = new ManualClock(0)
  const slow = new SlowDown({ free: 1, firstWaitMs: 1_000, longestWaitMs: 5_000, forgetMs: 10_000 }, clock)
  slow.failed('ana')
  expect(slow.waitMs('ana')).toBe(1_000)
  slow.succeeded('ana')
  expect(slow.waitMs('ana')).toBe(0)
  slow.failed('ana')
  clock.advance(10_001)
  expect(slow.waitMs('ana')).toBe(0)
})

test('a budget gives its burst at once and then its rate', () => {
  const clock = new ManualClock(0)
  const budget = new RequestBudget({ burst: 3, perSecond: 2 }, clock)
  expect([1, 2, 3, 4].map(() => budget.take('ana'))).toEqual([0, 0, 0, 500])
  clock.advance(500)
  expect([budget.take('ana'), budget.take('ana')]).toEqual([0, 500])
  expect(budget.take('ben')).toBe(0)
  clock.advance(3_600_000)
  expect([1, 2, 3, 4].map(() => budget.take('ana'))).toEqual([0, 0, 0, 500])
})
