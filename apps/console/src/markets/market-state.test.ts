import { expect, test } from 'vitest'
import { marketState, spreadPoints, writeAge } from './market-state.ts'

const open = { unavailable: null, ageMs: 400, nextOpenAt: null }

test.each([
  [open, 'open', false],
  [{ ...open, unavailable: 'stale' as const, ageMs: 12_000 }, 'price too old', true],
  [{ ...open, unavailable: 'stale' as const, ageMs: null }, 'no price', true],
  [{ ...open, unavailable: 'halted' as const }, 'halted', true],
  [{ ...open, unavailable: 'source' as const }, 'demo only', true],
  [{ ...open, unavailable: 'closed' as const, ageMs: 900_000 }, 'closed', false],
])('I16.10: a market %o is %s', (market, words, isWrong) => {
  expect(marketState(market)).toMatchObject({ words, isWrong })
})

test('I16.10: ages and spreads are written in the unit they are read in', () => {
  expect([0, 9_990, 10_000, 60_000, 7_200_000].map(writeAge)).toEqual([
    '0.0 s',
    '10.0 s',
    '10 s',
    '1 min',
    '2 h',
  ])
  expect(spreadPoints({ bid: '1.0999', ask: '1.1001', spread: '0.00022' })).toBe('2.0 bp')
  expect(spreadPoints({ bid: null, ask: null, spread: null })).toBeNull()
})
