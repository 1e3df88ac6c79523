import { expect, test } from 'vitest'
import { TooMany } from '../refusal.ts'
import { FairLine } from './fair-line.ts'

const limits = { atOnce: 1, atOnceOfOne: 2, mostWaiting: 6, mostOfOne: 3, comeAgainMs: 1_000 }

/** A line whose work ends when it is told to, and what was worked on in which order. */
function lineOf(given: Partial<typeof limits> = {}) {
  const line = new FairLine({ ...limits, ...given })
  const order: string[] = []
  const ends: (() => void)[] = []
  const call = (who: string) =>
    line.run(who, () => {
      order.push(who)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endAll = async () => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end()
      await new Promise(setImmediate)
    }
  }
  return { call, order, endAll, line }
}

test('I12.1: waiting callers take turns, however much one of them requests', async () => {
  const { call, order, endAll } = lineOf()
  const calls = ['flood', 'flood', 'flood', 'flood', 'ana', 'ben'].map(call)
  await endAll()
  await Promise.all(calls)
  expect(order).toEqual(['flood', 'flood', 'ana', 'ben', 'flood', 'flood'])
})

test('I12.1: no more than so many are worked on at once', async () => {
  const { call, order, endAll } = lineOf({ atOnce: 2 })
  const calls = ['ana', 'ben', 'cem'].map(call)
  expect(order).toEqual(['ana', 'ben'])
  await endAll()
  await Promise.all(calls)
  expect(order).toEqual(['ana', 'ben', 'cem'])
})

test('I12.1: one caller’s long work leaves capacity for others, and continues when it has ended', async () => {
  const { call, order, endAll } = lineOf({ atOnce: 3 })
  const calls = ['slow', 'slow', 'slow', 'slow', 'ana'].map(call)
  expect(order).toEqual(['slow', 'slow', 'ana'])
  await endAll()
  await Promise.all(calls)
  expect(order).toEqual(['slow', 'slow', 'ana', 'slow', 'slow'])
})

test('I12.1: a caller with too many waiting tasks is refused, and others are not', async () => {
  const { call, endAll } = lineOf()
  const calls = ['flood', 'flood', 'flood', 'flood'].map(call)
  await expect(call('flood')).rejects.toBeInstanceOf(TooMany)
  calls.push(call('ana'))
  await endAll()
  await Promise.all(calls)
})

test('I12.1: a full line refuses everyone until there is capacity, and a failure leaves it working', async () => {
  const { call, endAll, line } = lineOf()
  const calls = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(call)
  await expect(call('h')).rejects.toBeInstanceOf(TooMany)
  await endAll()
  await Promise.all(calls)
  await expect(line.run('h', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await line.run('h', async () => 'done')).toBe('done')
})
