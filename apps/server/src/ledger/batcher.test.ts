import { expect, test } from 'vitest'
import { Batcher, type BatcherOptions } from './batcher.ts'

const options: BatcherOptions = { lanes: 2, largest: 3, patienceMs: 10_000 }
const away = () => Object.assign(new Error('the server went away'), { code: 'ECONNRESET' })
const settled = async (requests: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(requests)).map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
  )

/** A batcher whose batches end when they are let go, and the batches it carried out so far. */
function batcherOf(given: Partial<BatcherOptions> = {}) {
  const batches: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const batcher = new Batcher<number, number>(
    async (requests) => {
      batches.push(requests)
      await new Promise<void>((resolve) => ends.push(resolve))
      return requests.map((request) => request * 10)
    },
    { ...options, ...given },
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const endOne = async () => {
    ends.shift()?.()
    await turn()
    await turn()
  }
  return { batcher, batches, endOne, turn }
}

test('requests that arrive together are carried out together, as many as a batch and the lanes may have', async () => {
  const { batcher, batches, endOne, turn } = batcherOf()
  const results = Promise.all([1, 2, 3, 4, 5, 6, 7].map((request) => batcher.submit(request)))
  await turn()
  await turn()
  await turn()
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  const late = batcher.submit(8)
  await turn()
  expect(batches).toHaveLength(2)
  await endOne()
  expect(batches[2]).toEqual([7, 8])
  await endOne()
  await endOne()
  expect(await results).toEqual([10, 20, 30, 40, 50, 60, 70])
  expect(await late).toBe(80)
})

test('a batch that fails is carried out one by one, and only the request at fault is refused', async () => {
  const batches: (readonly number[])[] = []
  const batcher = new Batcher<number, number>(async (requests) => {
    batches.push(requests)
    if (requests.includes(2)) throw new Error('two is odd here')
    return requests
  }, options)
  expect(await settled([1, 2, 3].map((request) => batcher.submit(request)))).toEqual([
    1,
    'two is odd here',
    3,
  ])
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
  // Both lanes are free again.
  expect(await settled([4, 5].map((request) => batcher.submit(request)))).toEqual([4, 5])
})

test('a request without a result is rejected, and those with one are not', async () => {
  const batcher = new Batcher<number, number>(async (requests) => requests.slice(0, 1), options)
  expect(await settled([batcher.submit(1), batcher.submit(2)])).toEqual([
    1,
    'a batched request got no result',
  ])
})

test('requests are repeated while the connection is lost, and no longer than patience lasts', async () => {
  let tries = 0
  const patient = new Batcher<number, number>(async (requests) => {
    tries += 1
    if (tries < 3) throw away()
    return requests
  }, options)
  expect(await patient.submit(1)).toBe(1)
  expect(tries).toBe(3)
  const impatient = new Batcher<number, number>(() => Promise.reject(away()), { ...options, patienceMs: 0 })
  await expect(impatient.submit(1)).rejects.toThrow('the server went away')
})
