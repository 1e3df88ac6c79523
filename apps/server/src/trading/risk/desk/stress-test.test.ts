import { type Rate, rate } from '@candor/money'
import { expect, test } from 'vitest'
import { StressTest } from './stress-test.ts'

const usdt = (whole: number): bigint => BigInt(Math.round(whole * 1e6))
const moves = ['-0.1', '0.1'].map(rate) as readonly Rate[]
const account = (equity: number, net: Record<string, number>) => ({
  equityMinor: usdt(equity),
  netMinor: new Map(Object.entries(net).map(([group, value]) => [group, usdt(value)])),
})
const results = (stress: StressTest, group: string) =>
  stress.of(group).map(({ resultMinor, shortfallMinor }) => [resultMinor, shortfallMinor])

test('I16.1: what customers would win costs the operator, what they would lose is its gain, up to their equity', () => {
  const stress = new StressTest(() => moves)
  stress.add(account(1_000, { EURUSD: 5_000 }))
  stress.add(account(150, { EURUSD: 2_000 }))
  // A fall takes 500 of the first and 200 of the second, who has 150; a rise costs 700.
  expect(results(stress, 'EURUSD')).toEqual([
    [usdt(650), usdt(50)],
    [usdt(-700), 0n],
  ])
})

test('I16.1: a debt that an account has already is no cost of a move, and a gain lowers it', () => {
  const stress = new StressTest(() => moves)
  stress.add(account(-100, { EURUSD: 1_000 }))
  // A fall adds 100 of debt, which nobody pays; a rise pays the 100 that are owed.
  expect(results(stress, 'EURUSD')).toEqual([
    [0n, usdt(100)],
    [0n, usdt(-100)],
  ])
})

test('I16.1: positions of one account in several markets of a class offset each other', () => {
  const stress = new StressTest(() => moves)
  stress.add(account(50, { EURUSD: 1_000, GBPUSD: -900, 'class 1': 100 }))
  expect(results(stress, 'EURUSD')).toEqual([
    [usdt(50), usdt(50)],
    [usdt(-100), 0n],
  ])
  expect(results(stress, 'class 1')).toEqual([
    [usdt(10), 0n],
    [usdt(-10), 0n],
  ])
})

test('I16.1: a change is rounded half to even to the smallest unit', () => {
  const stress = new StressTest(() => [rate('0.5')])
  stress.add({ equityMinor: 100n, netMinor: new Map([['EURUSD', 5n]]) })
  stress.add({ equityMinor: 100n, netMinor: new Map([['GBPUSD', 7n]]) })
  expect(stress.of('EURUSD')[0]?.resultMinor).toBe(-2n)
  expect(stress.of('GBPUSD')[0]?.resultMinor).toBe(-4n)
})
