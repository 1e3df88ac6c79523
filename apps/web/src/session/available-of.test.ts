import type { AccountSummary } from '@candor/contract'
import { expect, test } from 'vitest'
import { availableOf } from './available-of.ts'

test('I11.1: USDT shows what is free, which an unrealised loss makes less; a coin shows what is not held', () => {
  const summary = {
    balances: [
      { asset: 'USDT', available: '6000.000000', held: '4000.000000' },
      { asset: 'BTC', available: '0.50000000', held: '0.10000000' },
    ],
    free: '3600.000000',
  } as AccountSummary
  expect(availableOf(summary, 'USDT')).toBe('3600.000000')
  expect(availableOf(summary, 'BTC')).toBe('0.50000000')
  expect(availableOf(summary, 'ETH')).toBeNull()
})
