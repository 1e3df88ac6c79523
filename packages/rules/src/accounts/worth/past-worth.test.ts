import { expect, test } from 'vitest'
import { type DaySum, pastWorth } from './past-worth.ts'

const dayMs = 86_400_000
const sum = (day: number, kind: string, minor: bigint, asset = 'USDT'): DaySum => ({
  ...{ day, kind, minor, asset },
  count: 1,
})
const past = (sums: readonly DaySum[], open: readonly (readonly [number, number])[] = []) =>
  pastWorth({
    sums,
    flows: sums
      .filter(({ kind }) => kind === 'deposit' || kind === 'withdrawal')
      .map(({ day, minor }) => ({ at: day * dayMs + 5, minor })),
    open: open.map(([from, to]) => ({ from: from * dayMs, to: to * dayMs })),
    ...{ asset: 'USDT', untilDay: 10 },
  }).map(({ at, worthMinor, flowMinor }) => [at / dayMs - 1, worthMinor, flowMinor])

test('I15.10g: past days have their worth where entries alone decide it, and none that says the same again', () => {
  expect(past([sum(1, 'deposit', 100n), sum(3, 'contract-loss', -10n), sum(4, 'withdrawal', -50n)])).toEqual([
    [1, 100n, 100n],
    [3, 90n, 100n],
    [4, 40n, 50n],
  ])
})

test('I15.10g: days with open positions, other coins, plans, savings or a loan are left out', () => {
  const start = sum(1, 'deposit', 100n)
  expect(past([start, sum(4, 'contract-profit', 5n)], [[2.5, 4.5]]).map(([day]) => day)).toEqual([1, 4])
  expect(past([start], [[1.5, 2]]).map(([day]) => day)).toEqual([2])
  const apart: readonly (readonly [string, string, string?])[] = [
    ['plan-purchase', 'plan-return'],
    ['savings-entry', 'savings-exit'],
    ['conversion-sold', 'conversion-bought', 'BTC'],
  ]
  for (const [out, back, coin] of apart) {
    const sums = [start, sum(2, out, -40n), sum(5, back, 40n), sum(6, 'plan-yield', 1n)]
    const coins = coin === undefined ? [] : [sum(2, back, 3n, coin), sum(5, out, -3n, coin)]
    const days = past([...sums, ...coins].toSorted((a, b) => a.day - b.day))
    expect(days).toEqual([
      [1, 100n, 100n],
      [6, 101n, 100n],
    ])
  }
  expect(past([start, sum(2, 'loan-payout', 70n), sum(4, 'loan-principal', -70n)])).toEqual([[1, 100n, 100n]])
})

test('I15.10g: ends before the day it is asked until, and begins at the first entry', () => {
  expect(past([])).toEqual([])
  const start = sum(1, 'deposit', 100n)
  expect(past([start, sum(9, 'contract-profit', 5n), sum(10, 'contract-profit', 7n)])).toEqual([
    [1, 100n, 100n],
    [9, 105n, 100n],
  ])
})

test('I15.10g: a position open at midnight takes the day before out, one opened then does not', () => {
  const start = sum(1, 'deposit', 100n)
  expect(past([start], [[2, 3.5]])).toEqual([[1, 100n, 100n]])
  expect(past([start], [[1.5, 2]])).toEqual([[2, 100n, 100n]])
  expect(past([start], [[1.2, 1.9]])).toEqual([[1, 100n, 100n]])
})

test('I15.10g: a day on which a deposit made up for a loss has a point of its own', () => {
  const sums = [sum(1, 'deposit', 100n), sum(3, 'contract-loss', -10n), sum(3, 'deposit', 10n)]
  expect(past(sums)).toEqual([
    [1, 100n, 100n],
    [3, 100n, 110n],
  ])
})

test('I15.10g: money put in at midnight belongs to the day that begins', () => {
  const deposit = sum(2, 'deposit', 100n)
  const points = pastWorth({
    ...{ sums: [sum(1, 'demo-grant', 5n), deposit], open: [], asset: 'USDT', untilDay: 4 },
    flows: [
      { at: dayMs + 1, minor: 5n },
      { at: 2 * dayMs, minor: 100n },
    ],
  })
  expect(points).toEqual([
    { at: 2 * dayMs, worthMinor: 5n, flowMinor: 5n },
    { at: 3 * dayMs, worthMinor: 105n, flowMinor: 105n },
  ])
})

test('I15.10g: savings and a loan of the same amount do not cancel each other out', () => {
  const apart = [sum(2, 'savings-entry', -40n), sum(2, 'loan-payout', 40n), sum(3, 'contract-profit', 1n)]
  expect(past([sum(1, 'deposit', 100n), ...apart])).toEqual([[1, 100n, 100n]])
})

test('I15.10g: of several plans bought in a day every one has to come back', () => {
  const bought = { ...sum(2, 'plan-purchase', -40n), count: 2 }
  const sums = [sum(1, 'deposit', 100n), bought, sum(3, 'plan-return', 20n), sum(5, 'plan-return', 20n)]
  expect(past([...sums, sum(6, 'plan-yield', 1n)])).toEqual([
    [1, 100n, 100n],
    [6, 101n, 100n],
  ])
})
