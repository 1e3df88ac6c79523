import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TooMany } from '../refusal.ts'
import { steadyBody } from './steady-body.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sends a body so many bytes in five seconds; returns its error. */
async function sent(bytes: number, isScarce: boolean) {
  const body = steadyBody(async () => isScarce)
  const failed = vi.fn()
  body.on('error', failed).resume()
  body.write(Buffer.alloc(bytes))
  await vi.advanceTimersByTimeAsync(5_000)
  body.destroy()
  return failed.mock.calls[0]?.[0]
}

test('I12.6: a slow line uploads as long as it takes while there are places', async () => {
  expect(await sent(1, false)).toBeUndefined()
})

test('I12.6: while places are scarce a slow body is refused, and one of 8 kB a second is not', async () => {
  expect(await sent(40 * 1024 - 1, true)).toBeInstanceOf(TooMany)
  expect(await sent(40 * 1024, true)).toBeUndefined()
})
