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
