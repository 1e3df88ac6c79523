import { expect, test, vi } from 'vitest'
import { laterPart } from './later-part.ts'

const part = { default: () => null }

test('I15.d5: a part of a page is fetched ahead, once the page has been at rest', () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => part)
  laterPart(load)
  vi.advanceTimersByTime(2_999)
  expect(load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(load).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('I15.d5: whoever saves data fetches a part when it opens', () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const load = vi.fn(async () => part)
  laterPart(load)
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('I15.d5: a part that cannot be fetched ahead breaks nothing', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.reject<typeof part>(new Error('no network')))
  laterPart(load)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(load).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
