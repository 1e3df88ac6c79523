import { expect, it } from 'vitest'
import { optionCourse, optionNet, optionParts } from './option-course.ts'

const upFormula = 'won if closePrice > openPrice, lost if closePrice < openPrice, else the stake comes back'

const opened = {
  kind: 'open',
  quote: { seq: 7, receivedAt: 1_000, bid: '99.5', ask: '100.5' },
  formula: ['openPrice = (bid + ask) ÷ 2', 'profitIfWon = halfEven(stake × payoutRate)'],
  stake: '10.000001',
  payoutRate: '0.75',
  profitIfWon: '7.500001',
}
const order = {
  code: 'BTCUSDT',
  direction: 'up',
  stake: '10.000001',
  payoutRate: '0.75',
  profitIfWon: '7.500001',
  openPrice: '100',
  openedAt: 1_000,
  expiresAt: 61_000,
}

const settled = (closing: object, changes: object) =>
  optionCourse({ order: { ...order, ...changes }, events: [opened, { kind: 'close', ...closing }] })

it('I15.11d: an option’s result is its payout less its stake, exactly', () => {
  const net = (result: 'won' | 'lost' | 'refunded') => optionNet(optionParts('10.000001', '0.75', result))
  // 10.000001 × 0.75 = 7.50000075, half to even at the sixth decimal.
  expect([net('won'), net('lost'), net('refunded')]).toEqual(['7.500001', '-10.000001', '0.000000'])
  expect(optionParts('5', '0.85', 'won')).toEqual({ stake: '5', payout: '9.250000' })
})

it('I15.11d: a won option says each step to its result with its numbers', () => {
  const course = settled(
    {
      quote: { seq: 40, receivedAt: 61_200, bid: '101', ask: '101.5' },
      formula: ['closePrice = (bid + ask) ÷ 2', upFormula],
    },
    { result: 'won', closePrice: '101.25' },
  )
  expect(course?.steps.map(({ filled }) => filled)).toEqual([
    'openPrice = (99.5 + 100.5) ÷ 2 = 100',
    'profitIfWon = halfEven(10.000001 × 0.75) = 7.500001',
    'closePrice = (101 + 101.5) ÷ 2 = 101.25',
    'won if 101.25 > 100, lost if 101.25 < 100, else the stake comes back',
    'payout = 10.000001 + 7.500001 = 17.500002',
    'net = 17.500002 − 10.000001 = 7.500001',
  ])
  expect(course).toMatchObject({ opening: { seq: 7, at: 1_000 }, closing: { seq: 40, at: 61_200 } })
})

it('I15.11d: after a split the settlement price is written in the shares of the opening', () => {
  const course = settled(
    {
      quote: { seq: 40, receivedAt: 61_200, bid: '9', ask: '11' },
      formula: ['closePrice = (bid + ask) ÷ 2 × new ÷ old', upFormula],
      split: '10:1',
    },
    { result: 'refunded', refundReason: 'tie', closePrice: '100', split: '10:1' },
  )
  expect(course?.steps.map(({ filled }) => filled).slice(2)).toEqual([
    'closePrice = (9 + 11) ÷ 2 × 10 ÷ 1 = 100',
    'won if 100 > 100, lost if 100 < 100, else the stake comes back',
    null,
    'net = 10.000001 − 10.000001 = 0.000000',
  ])
})

it('I15.11d: without a price in time the stake comes back, and no calculation is made up', () => {
  const course = settled(
    { quote: null, formula: ['closePrice = (bid + ask) ÷ 2', upFormula] },
    { result: 'refunded', refundReason: 'noQuote', closePrice: null },
  )
  expect(course?.steps.map(({ filled }) => filled).slice(2, 4)).toEqual([null, null])
  expect(course).toMatchObject({ closing: null, closePrice: null, parts: { payout: '10.000001' } })
})

it('I15.11d: a lost option pays nothing; one that runs has no course', () => {
  const lost = settled(
    {
      quote: { seq: 40, receivedAt: 61_200, bid: '99', ask: '99.5' },
      formula: ['closePrice = (bid + ask) ÷ 2', upFormula],
    },
    { result: 'lost', closePrice: '99.25' },
  )
  expect(lost?.steps.at(-2)).toEqual({ formula: 'payout = 0', filled: null })
  expect(lost?.steps.at(-1)?.filled).toBe('net = 0.000000 − 10.000001 = -10.000001')
  expect(optionCourse({ order: { ...order, result: null }, events: [opened] })).toBeNull()
})
