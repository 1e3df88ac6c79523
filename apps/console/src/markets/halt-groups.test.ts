import type { MarketHalt } from '@candor/contract'
import { expect, test } from 'vitest'
import { groupsToHalt, groupsToResume } from './halt-groups.ts'

const market = (code: string, type: number, halted: 'news' | null = null) => ({ code, type, halted })

test('I16.10: all markets or a class of them are halted at once, without those that are halted already', () => {
  const markets = [
    market('EURUSD', 1),
    market('GBPUSD', 1, 'news'),
    market('USDJPY', 1),
    market('BTCUSDT', 2),
    market('AAPL', 3),
  ]
  expect(groupsToHalt(markets).map(({ label, codes }) => [label, codes])).toEqual([
    ['All markets (4)', ['EURUSD', 'USDJPY', 'BTCUSDT', 'AAPL']],
    ['Forex (2)', ['EURUSD', 'USDJPY']],
  ])
})

test('I16.10: markets that were halted together are resumed together, and those halted alone are left out', () => {
  const halt = (code: string, haltedAt: string, liftedAt: string | null = null): MarketHalt => ({
    ...{ id: code, code, reason: 'technical', note: null, haltedBy: 'olga@example.com' },
    ...{ haltedAt, liftedBy: null, liftedAt },
  })
  const together = [halt('EURUSD', '2026-05-04T09:00:00Z'), halt('USDJPY', '2026-05-04T09:00:00Z')]
  expect(groupsToResume(together).map(({ codes }) => codes)).toEqual([['EURUSD', 'USDJPY']])
  const [others, lifted] = [
    halt('AAPL', '2026-05-04T08:00:00Z'),
    halt('NVDA', '2026-05-03T08:00:00Z', '2026-05-04T08:00:00Z'),
  ]
  expect(groupsToResume([...together, others, lifted]).map(({ codes }) => codes)).toEqual([
    ['EURUSD', 'USDJPY'],
    ['EURUSD', 'USDJPY', 'AAPL'],
  ])
  expect(groupsToResume([others])).toEqual([])
})
