import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchWait, wordlessWaitMs } from './use-long-wait.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('I16.2: a call that waits for the next price says so after 400 ms, and no longer than it waits', () => {
  const onLong = vi.fn()
  const end = watchWait(onLong)
  vi.advanceTimersByTime(wordlessWaitMs - 1)
  expect(onLong).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLong.mock.calls).toEqual([[true]])
  end()
  expect(onLong.mock.lastCall).toEqual([false])
})

test('I16.2: a call that fills at once says nothing of waiting, and leaves no timer', () => {
  const onLong = vi.fn()
  watchWait(onLong)()
  vi.advanceTimersByTime(10_000)
  expect(onLong).not.toHaveBeenCalledWith(true)
  expect(vi.getTimerCount()).toBe(0)
})
