import { rate, usdt } from '@candor/money'
import { expect, test } from 'vitest'
import { decideOffer, highestLoanRate, highestOverdueRate, type LoanOfferTerms } from './decide-offer.ts'

const standard: LoanOfferTerms = {
  terms: [7, 15, 30, 60, 90],
  leastMinor: usdt('100').minor,
  tier1MostMinor: usdt('5000').minor,
  tier2MostMinor: usdt('50000').minor,
  freeDays: 3,
  dailyRate: rate('0.0003'),
  overdueRate: rate('0.0005'),
}
const judge = (change: Partial<LoanOfferTerms>) => {
  const decision = decideOffer({ ...standard, ...change })
  if (decision.ok) return []
  const { issues } = decision.details as { issues: { path: string; code: string }[] }
  return issues.map(({ path, code }) => `${path} ${code}`)
}

test('rulebook Loans: the standard can be lent, and so can the outermost', () => {
  expect(judge({})).toEqual([])
  expect(
    judge({ terms: [1, 365], freeDays: 1, dailyRate: rate('0.001'), overdueRate: rate('0.002') }),
  ).toEqual([])
  expect(judge({ freeDays: 0, dailyRate: rate('0'), overdueRate: rate('0') })).toEqual([])
})

test('an impossible offer is refused at its field', () => {
  expect(judge({ terms: [] })).toContain('terms none')
  expect(judge({ terms: [0, 30] })).toContain('terms days')
  expect(judge({ terms: [30, 366] })).toEqual(['terms days'])
  expect(judge({ terms: [30, 30] })).toEqual(['terms twice'])
  expect(judge({ leastMinor: 0n })).toEqual(['minimum least'])
  expect(judge({ leastMinor: usdt('5001').minor })).toEqual(['tier1Most below-minimum'])
  expect(judge({ tier2MostMinor: usdt('4999').minor })).toEqual(['tier2Most below-tier1'])
  expect(judge({ freeDays: 8 })).toEqual(['freeDays too-many'])
  expect(judge({ dailyRate: rate('0.001000000001'), overdueRate: rate('-0.1') })).toEqual([
    'dailyRate too-high',
    'overdueRate below-zero',
  ])
})

test.each([
  ['one amount for all', { leastMinor: usdt('5000').minor, tier2MostMinor: usdt('5000').minor }],
  ['all free', { freeDays: 7 }],
  ['the smallest unit', { leastMinor: 1n }],
])('rulebook Loans: %s can be lent too', (_what, change) => {
  expect(decideOffer({ ...standard, ...change })).toEqual({ ok: true, value: true })
})

test('an offer with several faults is refused with 11001 and all of them', () => {
  const wrong = { terms: [7, 1.5], freeDays: -1, dailyRate: rate('-0.000000000001') }
  expect(decideOffer({ ...standard, ...wrong, overdueRate: rate('0.002000000001') })).toEqual({
    ok: false,
    code: 11001,
    details: {
      issues: [
        { path: 'terms', code: 'days' },
        { path: 'freeDays', code: 'too-many' },
        { path: 'dailyRate', code: 'below-zero' },
        { path: 'overdueRate', code: 'too-high' },
      ],
    },
  })
  expect([highestLoanRate, highestOverdueRate]).toEqual([rate('0.001'), rate('0.002')])
})
