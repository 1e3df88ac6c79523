import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inChunkTime } from './chunk-time.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('specification §7: a part of the interface is waited for 120 seconds, and not longer', async () => {
  let failed: unknown = null
  const waiting = inChunkTime(() => new Promise<never>(() => undefined))().catch((error: unknown) => {
    failed = error
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failed).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(failed).toBeInstanceOf(Error)
})

test('what arrives in time is handed on, and no timer stays', async () => {
  expect(await inChunkTime(async () => 'the page')()).toBe('the page')
  expect(vi.getTimerCount()).toBe(0)
})
