import type { Option } from '@candor/contract'
import { translateFrom } from '@candor/texts/translate.ts'
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../../../packages/texts/src/read-catalog.ts'
import { outcomeText } from './option-outcome.ts'
import { clockText, optionRun, priceMove, standingAt } from './option-run.ts'

const opened = Date.parse('2026-11-20T12:00:00.000Z')
const option: Option = {
  id: 'o',
  orderNo: 'U1',
  type: 'options',
  code: 'BTCUSDT',
  direction: 'up',
  kind: 'market',
  lots: null,
  leverage: null,
  margin: null,
  openPrice: '100.5',
  closePrice: null,
  split: null,
  lastPrice: '100.5',
  stopLoss: null,
  takeProfit: null,
  trailing: null,
  fee: '0',
  swap: '0',
  profit: null,
  status: 'open',
  closeReason: null,
  createdAt: new Date(opened).toISOString(),
  openedAt: new Date(opened).toISOString(),
  closedAt: null,
  expiresAt: new Date(opened + 60_000).toISOString(),
  mode: 'demo',
  periodSeconds: 60,
  settleWithinSeconds: 90,
  amount: '10.000000',
  payoutRate: '0.75',
  breakEvenWinRate: '0.571429',
  result: null,
  refundReason: null,
  source: 'simulated',
}
const ended = (result: Option['result'], profit: string): Option => ({
  ...option,
  status: 'closed',
  result,
  profit,
})

it('a stake that came back without a price says how long this option waited for one', () => {
  const t = translateFrom('en', readCatalog('en').catalog)
  const refunded: Option = { ...ended('refunded', '0'), refundReason: 'noQuote' }
  expect(outcomeText(t, 'en-GB', refunded)).toContain('within 90 seconds after expiry')
})

describe('how far an option is', () => {
  it('counts whole seconds, rounded up', () => {
    expect(optionRun(option, opened)).toEqual({ phase: 'running', secondsLeft: 60, share: 0 })
    expect(optionRun(option, opened + 30_400)).toMatchObject({ phase: 'running', secondsLeft: 30 })
  })
  it('waits for the settling price once its time is over (rulebook, Options)', () =>
    expect(optionRun(option, opened + 60_000)).toEqual({ phase: 'settling', secondsLeft: 0, share: 1 }))
  it('is over once settled, and never starts before its opening', () => {
    expect(optionRun(ended('won', '7.5'), opened)).toMatchObject({ phase: 'settled' })
    expect(optionRun(option, opened - 5_000).share).toBe(0)
  })
  it('is written as a clock', () =>
    expect([0, 7, 60, 247, 3600, 3727].map(clockText)).toEqual([
      '0:00',
      '0:07',
      '1:00',
      '4:07',
      '1:00:00',
      '1:02:07',
    ]))
})

describe('where an option stands at a price', () => {
  it('is decided exactly, and the same price is level (rulebook: tie, stake back)', () => {
    expect(standingAt(option, '100.5000000001')).toBe('winning')
    expect(standingAt(option, '100.4999999999')).toBe('losing')
    expect(standingAt(option, '100.50')).toBe('level')
    expect(standingAt({ ...option, direction: 'down' }, '100.4')).toBe('winning')
    expect(standingAt(option, null)).toBe('unknown')
  })
  it('the move between two prices is exact', () => expect(priceMove('100.5', '100.4999')).toBe('-0.0001'))
})
