import { expect, test } from 'vitest'
import { ManualClock } from '../../clock.ts'
import { Refusal, TooMany } from '../refusal.ts'
import { SharedResponses } from './shared-responses.ts'

const wanted = (key = '') => ({ key, lifetimeMs: 1_000 })

test('I12.2: a response is computed once for all callers, again when it is too old, and separately per language and input', async () => {
  const clock = new ManualClock(0)
  const shared = new SharedResponses(clock)
  let made = 0
  const make = async () => String(++made)
  const call = (key?: string) => shared.get('status', wanted(key), make)
  await Promise.all(Array.from({ length: 50 }, () => call()))
  expect(made).toBe(1)
  await call('de')
  expect(made).toBe(2)
  clock.advance(999)
  await call()
  expect(made).toBe(2)
  clock.advance(1)
  await call()
  expect(made).toBe(3)
})

test('I12.2: a changed response is recomputed at once, and one computed meanwhile is not cached', async () => {
  const shared = new SharedResponses(new ManualClock(0))
  let value = 'before'
  let completeFirst = () => {}
  const waits = new Promise<void>((resolve) => {
    completeFirst = resolve
  })
  const seen: string[] = []
  const first = shared.get('listNft', wanted(), async () => {
    const read = value
    await waits
    seen.push(read)
    return read
  })
  value = 'after'
  shared.forget(['listNft'])
  await shared.get('listNft', wanted(), async () => {
    seen.push(value)
    return value
  })
  completeFirst()
  await first
  expect(seen).toEqual(['after', 'before'])
  await shared.get('listNft', wanted(), async () => {
    throw new Error('it was kept')
  })
})

test('I12.2: a refusal is computed once too; an error is not cached', async () => {
  const shared = new SharedResponses(new ManualClock(0))
  let tried = 0
  const call = (error: Error) =>
    shared.get('publicReceipt', wanted(error.name), async () => {
      tried += 1
      throw error
    })
  for (let n = 0; n < 3; n++) await expect(call(new Refusal('notFound'))).rejects.toBeInstanceOf(Refusal)
  expect(tried).toBe(1)
  for (let n = 0; n < 3; n++) await expect(call(new TypeError('x'))).rejects.toBeInstanceOf(TypeError)
  expect(tried).toBe(4)
})

test('I12.1: a caller does not share the 429 of the one whose request began the computation', async () => {
  const shared = new SharedResponses(new ManualClock(0))
  const flooder = shared.get('status', wanted(), async () => {
    throw new TooMany(1_000)
  })
  const other = shared.get('status', wanted(), async () => 'in its own turn')
  await expect(flooder).rejects.toBeInstanceOf(TooMany)
  await expect(other).resolves.toBeDefined()
})
