import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs, hourMs } from '../../time-units.ts'
import type { WorthPoint } from './account-return.ts'
import { worthLine } from './worth-line.ts'

const point = (at: number, worth: number): WorthPoint => ({
  at,
  worthMinor: BigInt(worth),
  flowMinor: BigInt(worth * 2),
})
const lineOf = (points: readonly (readonly [number, number])[], unitMs: number) =>
  worthLine(points.map(([at, worth]) => point(at * unitMs, worth))).map((one) => {
    expect(one.flowMinor).toBe(one.worthMinor * 2n)
    return [one.at / unitMs, Number(one.worthMinor)]
  })

it('I15.10g: a line of days is level until the day before a change', () => {
  // The last point keeps the eight hourly days out of the way.
  const end = [100, 9] as const
  expect(lineOf([[1, 5], [2, 6], [10, 7], end], 24 * hourMs).slice(0, 4)).toEqual([
    [1, 5],
    [2, 6],
    [9, 6],
    [10, 7],
  ])
})

it('I15.10g: points two days apart are joined as they are, points further apart by a level', () => {
  const days = (change: number) =>
    lineOf(
      [
        [1, 5],
        [change, 6],
        [100, 9],
      ],
      24 * hourMs,
    ).slice(0, -2)
  expect(days(3)).toEqual([
    [1, 5],
    [3, 6],
  ])
  expect(days(3.5)).toEqual([
    [1, 5],
    [2.5, 5],
    [3.5, 6],
  ])
})

it('I15.10g: the last eight days are hourly', () => {
  // The line ends at hour 1 000; hour 808 is exactly eight days before.
  const hours = (points: readonly (readonly [number, number])[]) => lineOf([...points, [1_000, 9]], hourMs)
  expect(
    hours([
      [806, 5],
      [808, 6],
    ]),
  ).toEqual([
    [806, 5],
    [808, 6],
    [999, 6],
    [1_000, 9],
  ])
  expect(
    hours([
      [805, 5],
      [808, 6],
    ]),
  ).toEqual([
    [805, 5],
    [807, 5],
    [808, 6],
    [999, 6],
    [1_000, 9],
  ])
  expect(
    hours([
      [805, 5],
      [807, 6],
    ]),
  ).toEqual([
    [805, 5],
    [807, 6],
    [999, 6],
    [1_000, 9],
  ])
})

it('I15.10g: a line of one point or none stays as it is', () => {
  expect(worthLine([])).toEqual([])
  expect(worthLine([point(5, 5)])).toEqual([point(5, 5)])
})

it('property: every point given is on the line, in order, and none added says anything new', () => {
  const anyTimes = fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(anyTimes, (times) => {
      const points = times.toSorted((a, b) => a - b).map((hour) => point(hour * hourMs, hour))
      const line = worthLine(points)
      const isGiven = (one: WorthPoint) => points.some(({ at }) => at === one.at)
      expect(line.filter(isGiven)).toEqual(points)
      line.forEach((one, index) => {
        const before = line[index - 1]
        if (before !== undefined) expect(one.at).toBeGreaterThan(before.at)
        if (!isGiven(one)) expect(one.worthMinor).toBe(before?.worthMinor)
        const isChange = before !== undefined && one.worthMinor !== before.worthMinor
        if (isChange) expect(one.at - before.at).toBeLessThanOrEqual(2 * dayMs)
      })
    }),
  )
})
