import { expect, test } from 'vitest'
import { shareReading } from './share-reading.ts'

test('who asks while a reading is under way shares it, also its failure; the next one reads again', async () => {
  let reads = 0
  const outcomes: (() => Promise<number>)[] = [
    async () => 7,
    async () => {
      throw new Error('away')
    },
    async () => 8,
  ]
  const read = shareReading(async () => (outcomes[reads++] ?? (async () => 0))())
  expect(await Promise.all([read(), read()])).toEqual([7, 7])
  expect(await Promise.allSettled([read(), read()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect(await read()).toBe(8)
  expect(reads).toBe(3)
})
