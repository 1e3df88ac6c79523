import { price } from '@candor/money'
import { expect, test } from 'vitest'
import { byMoment, type MarketAction } from './market-action.ts'

const of = { code: 'AAPL', at: 500 }
const dividend = (id: string, at = 500): MarketAction => ({
  ...of,
  id,
  at,
  kind: 'dividend',
  amount: price('0.26'),
})
const split = (id: string, at = 500): MarketAction => ({
  ...of,
  id,
  at,
  kind: 'split',
  ratio: { fresh: 4n, old: 1n },
})
const roll = (id: string, at = 500): MarketAction => ({
  ...of,
  id,
  at,
  kind: 'roll',
  from: '2026-12',
  to: '2027-03',
})
const ordered = (...actions: MarketAction[]) =>
  actions
    .sort(byMoment)
    .map(({ id }) => id)
    .join('')

test('events of one moment: dividends on the old shares, then splits, then rolls', () => {
  expect(ordered(roll('a'), split('b'), dividend('c'))).toBe('cba')
  expect(ordered(split('b'), dividend('c'), roll('a'))).toBe('cba')
})

test('an earlier moment comes first, whatever its kind', () => {
  expect(ordered(dividend('a', 501), roll('b', 500), split('c', 499))).toBe('cba')
})

test('of one kind and moment the order is that of the ids, from whichever side they are compared', () => {
  expect(ordered(split('b'), split('a'))).toBe('ab')
  expect([byMoment(split('a'), split('b')), byMoment(split('b'), split('a'))]).toEqual([-1, 1])
})
