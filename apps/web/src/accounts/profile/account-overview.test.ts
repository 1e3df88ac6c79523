import type { AccountSummary } from '@candor/contract'
import { describe, expect, test } from 'vitest'
import { attentionOf, dayChange, equityParts } from './account-overview.ts'

const summary = (change: Partial<AccountSummary>): AccountSummary => ({
  user: {} as AccountSummary['user'],
  mode: 'demo',
  balances: [{ asset: 'USDT', available: '9000.000000', held: '1000.000000' }],
  equity: '10000.000000',
  marginUsed: '1000.000000',
  marginLevel: '10',
  callLevel: '1',
  closeOutLevel: '0.5',
  expectedProfit: '0.000000',
  todayEarnings: '0.000000',
  free: '9000.000000',
  stale: false,
  ...change,
})

describe('the account’s first number', () => {
  const hour = 3_600_000
  const point = (at: number, worth: string, result: string) => ({
    ...{ worth, result },
    at: new Date(at).toISOString(),
  })
  test('changes by the P&L since the newest point that is a day old, to the last digit', () => {
    const points = [
      point(0, '1.000000', '0.000000'),
      point(hour, '10000.000000', '-3.000000'),
      point(20 * hour, '7.000000', '9.000000'),
      // A deposit of 5 000 came since.
      point(26 * hour, '15000.000002', '-2.999998'),
    ]
    expect(dayChange(points, 26 * hour)).toEqual({
      amount: '0.000002',
      percent: expect.closeTo(0.00000002),
    })
  })
  test('changes against the first point while the account is younger than a day', () => {
    const points = [point(50, '100.000000', '0.000000'), point(60, '90.000000', '-10.000000')]
    expect(dayChange(points, 60)).toEqual({ amount: '-10.000000', percent: expect.closeTo(-10) })
    const opened = [point(50, '0.000000', '0.000000'), point(60, '500.000000', '0.000000')]
    expect(dayChange(opened, 60)).toEqual({ amount: '0.000000', percent: null })
  })
  test('has no change before there is a history', () => {
    expect(dayChange([], 0)).toBeNull()
    expect(dayChange([point(1, '1.000000', '0.000000')], 9)).toBeNull()
  })
  test('consists of what is free and what is held', () => {
    const parts = { available: '9000.000000', margin: '1000.000000', setAside: '0.000000' }
    expect(equityParts(summary({}))).toEqual(parts)
    const alsoWithdrawing = summary({ marginUsed: '640.000000' })
    expect(equityParts(alsoWithdrawing)).toEqual({ ...parts, margin: '640.000000', setAside: '360.000000' })
  })
})

describe('what needs attention', () => {
  test('rulebook: the margin call at 100 %', () => {
    expect(attentionOf(summary({ marginLevel: '1' }))).toEqual(['marginCall'])
    expect(attentionOf(summary({ marginLevel: '1.0001' }))).toEqual([])
    expect(attentionOf(summary({ marginLevel: '1.2', callLevel: '1.2' }))).toEqual(['marginCall'])
    expect(attentionOf(summary({ marginLevel: null }))).toEqual([])
  })
  test('a real account without funds says so, a demo one does not', () => {
    const balances = [{ asset: 'USDT' as const, available: '0.000000', held: '0' }]
    expect(attentionOf(summary({ mode: 'real', balances, marginLevel: null }))).toEqual(['empty'])
    expect(attentionOf(summary({ balances, marginLevel: null }))).toEqual([])
  })
})
