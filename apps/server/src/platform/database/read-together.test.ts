import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

/** A reader that answers when it is let, each key with how many readings had begun by then. */
function countingReader() {
  const readings: { keys: readonly string[]; succeed: () => void; fail: (error: Error) => void }[] = []
  const read = readTogether((keys) => {
    const number = readings.length + 1
    return new Promise<Map<string, number>>((resolve, reject) => {
      const succeedAll = () =>
        resolve(new Map(keys.filter((key) => key !== 'absent').map((key) => [key, number])))
      readings.push({ keys, succeed: succeedAll, fail: reject })
    })
  })
  return { readings, read }
}

test('reads everything requested in one turn with one statement, each key once', async () => {
  const { readings, read } = countingReader()
  const reads = [read('a'), read('b'), read('a'), read('absent')]
  await nextTurn()
  expect(readings.map(({ keys }) => keys)).toEqual([['a', 'b', 'absent']])
  readings[0]?.succeed()
  expect(await Promise.all(reads)).toEqual([1, 1, 1, undefined])
})

test('a read that has begun does not answer later requests', async () => {
  const { readings, read } = countingReader()
  const first = read('a')
  await nextTurn()
  const second = read('a')
  await nextTurn()
  expect(readings).toHaveLength(2)
  for (const { succeed } of readings) succeed()
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('a failure reaches all callers of a shared read, and no later ones', async () => {
  const { readings, read } = countingReader()
  const reads = Promise.allSettled([read('a'), read('b')])
  await nextTurn()
  readings[0]?.fail(new Error('gone'))
  expect((await reads).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = read('a')
  await nextTurn()
  readings[1]?.succeed()
  expect(await again).toBe(2)
})
