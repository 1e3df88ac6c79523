import { expect, test } from 'vitest'
import { TooMany } from '../refusal.ts'
import { FairLine, type LineLimits } from './fair-line.ts'

const limits: LineLimits = { atOnce: 1, atOnceOfOne: 2, mostWaiting: 6, mostOfOne: 3, comeAgainMs: 1_000 }

/** A line whose work ends when it is told to, and what was worked on in which order. */
function lineOf(given: Partial<LineLimits> = {}) {
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

/** Calls `<range>/<task>`, and lets the one that is worked on end. */
function labelledLine(given: Partial<LineLimits>) {
  const line = new FairLine({ ...limits, ...given })
  const order: string[] = []
  const ends: (() => void)[] = []
  const call = (label: string) => {
    const [range = ''] = label.split('/')
    return line.run(range, () => {
      order.push(label)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  }
  const end = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { call, order, end }
}

test('I12.1: the tasks of one caller are worked on in their order', async () => {
  const { call, order, end } = labelledLine({})
  for (const label of ['ana/1', 'ana/2', 'ben/1', 'ana/3']) void call(label)
  for (let n = 0; n < 4; n += 1) await end()
  expect(order).toEqual(['ana/1', 'ana/2', 'ben/1', 'ana/3'])
})

test('I12.1: who has the most waiting tasks is judged by those that still wait', async () => {
  const { call, order, end } = labelledLine({ mostWaiting: 4, mostOfOne: 4 })
  const results = new Map<string, unknown>()
  const start = (label: string) =>
    void call(label).then(
      () => results.set(label, 'worked on'),
      (error: unknown) => results.set(label, error),
    )
  for (const label of ['ana/1', 'ana/2', 'ana/3', 'ana/4']) start(label)
  await end()
  await end()
  // Ana's third is worked on and her fourth waits; Ben's newest make place for two others.
  for (const label of ['ben/1', 'ben/2', 'ben/3', 'cem/1', 'dora/1']) start(label)
  await end()
  expect([results.get('ben/3'), results.get('ben/2')]).toEqual([expect.any(TooMany), expect.any(TooMany)])
  // One place is free, then everyone who waits has one task, as the newcomer would.
  start('eva/1')
  start('finn/1')
  for (let n = 0; n < 6; n += 1) await end()
  expect(results.get('finn/1')).toBeInstanceOf(TooMany)
  expect(order.slice(3)).toEqual(['ana/4', 'ben/1', 'cem/1', 'dora/1', 'eva/1'])
})

/** A line that is full of the waiting tasks of these callers; `at` makes one from a network of a range. */
function fullLine(callers: readonly string[]) {
  const { line, order } = lineOf({ mostWaiting: callers.length, mostOfOne: 100 })
  const at = (place: string) => {
    const [range = '', who = ''] = place.split('/')
    return line.run({ who: `${range}/${who}`, range }, async () => void order.push(place))
  }
  const held = line.run('working', () => new Promise<void>((resolve) => setImmediate(resolve)))
  const calls = callers.map((place) => at(place).catch((error: unknown) => error))
  return { at, order, calls, held, line }
}

test('I12.1: in a full line a newcomer takes the place of the range with the most waiting tasks', async () => {
  // Each network has one task, so that no network has more than another.
  const flood = Array.from({ length: 7 }, (_, n) => `flood/${n}`)
  const { at, order, calls, held } = fullLine([...flood, 'ana/1'])
  const ben = at('ben/1')
  await Promise.all([held, ben, ...calls])
  expect(await calls[6]).toBeInstanceOf(TooMany)
  expect(order).toEqual(['flood/0', 'ana/1', 'ben/1', 'flood/1', 'flood/2', 'flood/3', 'flood/4', 'flood/5'])
})

test('I12.1: in a full line of one range, its caller with the most waiting tasks makes place for another', async () => {
  const { at, order, calls, held } = fullLine(['one/flood', 'one/flood', 'one/flood', 'one/ana'])
  const ben = at('one/ben')
  await expect(at('one/flood')).rejects.toBeInstanceOf(TooMany)
  await Promise.all([held, ben, ...calls])
  expect(await calls[2]).toBeInstanceOf(TooMany)
  expect(order).toEqual(['one/flood', 'one/ana', 'one/ben', 'one/flood'])
})

test('I12.1: in a full line of one range, who has no more than the newcomer would have loses nothing', async () => {
  const { at, calls, held, order } = fullLine(['one/ana'])
  await expect(at('one/ben')).rejects.toBeInstanceOf(TooMany)
  await Promise.all([held, ...calls])
  expect(order).toEqual(['one/ana'])
})

test('I12.1: a full line of callers with one task each refuses more, and a failure leaves it working', async () => {
  const { at, calls, held, line } = fullLine(['a/1', 'b/1', 'c/1'])
  await expect(at('d/1')).rejects.toBeInstanceOf(TooMany)
  await Promise.all([held, ...calls])
  await expect(line.run('h', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await line.run('h', async () => 'done')).toBe('done')
})

test('I12.1: the tasks of one range leave capacity for others', async () => {
  const { line, order } = lineOf({ atOnce: 3, atOnceOfRange: 2 })
  const calls = [
    ['flood', '1'],
    ['flood', '2'],
    ['flood', '3'],
    ['ana', '1'],
  ].map(([range = '', who = '']) =>
    line.run({ who: `${range}${who}`, range }, async () => void order.push(`${range}${who}`)),
  )
  await Promise.all(calls)
  expect(order).toEqual(['flood1', 'flood2', 'ana1', 'flood3'])
})
