import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { refuseWithinTransaction, withinTransaction } from './within-transaction.ts'

const pool = {}
const isRefused = () => {
  try {
    refuseWithinTransaction('the engine')
    return false
  } catch {
    return true
  }
}

test('the engine is refused inside every transaction, however many ended before or run at the same time', async () => {
  expect(await withinTransaction(pool, async () => isRefused())).toBe(true)
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const long = withinTransaction(pool, async () => {
    const early = isRefused()
    await ended
    return [early, isRefused()]
  })
  // Others begin and end meanwhile.
  for (let n = 0; n < 3; n++) expect(await withinTransaction(pool, async () => isRefused())).toBe(true)
  await withinTransaction(pool, () => Promise.reject(new Error('rolled back'))).catch(() => undefined)
  expect(isRefused()).toBe(false)
  end()
  expect(await long).toEqual([true, true])
})

test('unawaited work of a transaction runs outside it, also while the next one is open', async () => {
  let left: Promise<boolean> = Promise.resolve(true)
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  await withinTransaction(pool, async () => {
    left = gone.then(() => isRefused())
  })
  await withinTransaction(pool, async () => {
    go()
    await sleep(1)
    expect(await left).toBe(false)
    expect(isRefused()).toBe(true)
  })
})
