import { usdt } from '@candor/money'
import { describe, expect, it } from 'vitest'
import {
  decideLoan,
  decideLoanTerms,
  decideRepayment,
  type LoanContext,
  type LoanStanding,
  lendableMinor,
  loanLimit,
  loanMoves,
} from './decide-loan.ts'

const offer = {
  terms: [7, 15, 30, 60, 90],
  leastMinor: usdt('100').minor,
  tier1MostMinor: usdt('5000').minor,
  tier2MostMinor: usdt('50000').minor,
}
const standing: LoanStanding = {
  verified: true,
  tier: 1,
  repaidOnTime: false,
  overdue: false,
  openMinor: 0n,
}
const context: LoanContext = {
  offer,
  standing,
  agreementIsCurrent: true,
  signedName: 'Ana Silva',
  frozen: false,
}
const request = { days: 30, amountMinor: usdt('1000').minor }

describe('rulebook Loans: how much', () => {
  it('nothing before identity is approved, then 5 000, and 50 000 once one was repaid on time or a reviewer raised the tier', () => {
    const cases: [Partial<LoanStanding>, number, string, string][] = [
      [{ verified: false }, 0, '0', '0'],
      [{}, 1, '5000', '5000'],
      [{ tier: 2 }, 2, '50000', '50000'],
      [{ repaidOnTime: true }, 2, '50000', '50000'],
      [{ verified: false, tier: 2, repaidOnTime: true }, 0, '0', '0'],
      [{ openMinor: usdt('4000').minor }, 1, '5000', '1000'],
      [{ openMinor: usdt('6000').minor }, 1, '5000', '0'],
      [{ overdue: true }, 1, '5000', '0'],
    ]
    for (const [change, tier, most, left] of cases)
      expect(loanLimit(offer, { ...standing, ...change })).toEqual({
        tier,
        mostMinor: usdt(most).minor,
        leftMinor: usdt(left).minor,
      })
  })
})

describe('calls Conventions: the order in which a loan is refused', () => {
  it('identity, amount, days, agreement, name, frozen: the first that applies', () => {
    const all = { agreementIsCurrent: false, signedName: ' ', frozen: true }
    const amount = (code: string) => ({ code: 11001, details: { issues: [{ path: 'amount', code }] } })
    const field = (path: string, code: string) => ({ code: 11001, details: { issues: [{ path, code }] } })
    const steps: [typeof request | { days: number; amountMinor: null }, Partial<LoanContext>, object][] = [
      [
        { days: 1, amountMinor: null },
        { ...all, standing: { ...standing, verified: false } },
        { code: 10022 },
      ],
      [request, { ...all, standing: { ...standing, overdue: true } }, amount('overdue')],
      [{ days: 1, amountMinor: null }, all, amount('decimal')],
      [{ days: 1, amountMinor: usdt('99.999999').minor }, all, amount('least')],
      [{ days: 1, amountMinor: usdt('50000.000001').minor }, all, amount('most')],
      [{ ...request, days: 29 }, all, { code: 10023 }],
      [{ ...request, amountMinor: usdt('5000.000001').minor }, all, amount('limit')],
      [request, all, field('agreementHash', 'changed')],
      [request, { ...all, agreementIsCurrent: true }, field('signedName', 'required')],
      [request, { frozen: true }, { code: 10008 }],
    ]
    for (const [request, change, refusal] of steps)
      expect(decideLoan(request, { ...context, ...change })).toMatchObject({ ok: false, ...refusal })
    expect(decideLoan(request, context)).toEqual({ ok: true, value: request.amountMinor })
  })

  it.each([
    [100, 'accepted'],
    [5_000, 'accepted'],
    [4_999.999999, 'accepted'],
  ])('an amount of %s in tier 1 is %s (rulebook: 100 to 5 000)', (amount) => {
    const amountMinor = BigInt(Math.round(amount * 1_000_000))
    expect(decideLoan({ ...request, amountMinor }, context)).toEqual({ ok: true, value: amountMinor })
  })

  it('a term that is not offered is answered with those that are', () => {
    expect(decideLoanTerms({ ...request, days: 8 }, offer)).toEqual({
      ok: false,
      code: 10023,
      details: { days: [7, 15, 30, 60, 90] },
    })
  })

  it('a preview checks only whether the amount and term are offered', () => {
    expect(decideLoanTerms({ ...request, amountMinor: usdt('50000').minor }, offer)).toMatchObject({
      ok: true,
    })
    expect(decideLoanTerms({ ...request, days: 8 }, offer)).toMatchObject({ ok: false, code: 10023 })
  })
})

describe('rulebook Whose money pays: no more is lent than the operator has', () => {
  it.each([
    // What the customer may borrow, the free capital, and what is offered; the smallest loan is 100.
    ['5000', '99.999999', '0'],
    ['5000', '100', '100'],
    ['5000', '4999', '4999'],
    ['5000', '5000', '5000'],
    ['5000', '6000', '5000'],
    ['0', '6000', '0'],
  ])('of %s, with %s of capital, %s can be borrowed', (left, capital, lendable) => {
    const of = (text: string) => usdt(text).minor
    expect(lendableMinor(offer, of(left), of(capital))).toBe(of(lendable))
  })
})

describe('calls repayLoan: the amount is refused at its field', () => {
  it.each([
    [null, 'decimal'],
    [0n, 'decimal'],
    [-1n, 'decimal'],
    [1_001n, 'owed'],
  ])('%s of 1 000 owed: %s', (amount, code) => {
    expect(decideRepayment({ amount }, { status: 'repaying', owedMinor: 1_000n })).toEqual({
      ok: false,
      code: 11001,
      details: { issues: [{ path: 'amount', code }] },
    })
  })

  it.each([1n, 999n, 1_000n])('%s of 1 000 owed is taken', (amount) => {
    expect(decideRepayment({ amount }, { status: 'repaying', owedMinor: 1_000n })).toEqual({
      ok: true,
      value: amount,
    })
  })
})

it('specification §4: a loan waits for review, is repaid or becomes overdue, and ends repaid or rejected', () => {
  expect(loanMoves).toEqual({
    pending: ['repaying', 'rejected'],
    repaying: ['overdue', 'repaid'],
    overdue: ['repaid'],
    repaid: [],
    rejected: [],
  })
})

describe('rulebook Loans: repaying', () => {
  const running = { status: 'repaying', owedMinor: 1_000n } as const
  it('accepts a repayment in whole or in part, of a running or overdue loan only', () => {
    expect(decideRepayment({ amount: 'all' }, running)).toEqual({ ok: true, value: 1_000n })
    expect(decideRepayment({ amount: 400n }, { ...running, status: 'overdue' })).toEqual({
      ok: true,
      value: 400n,
    })
    for (const amount of [null, 0n, -1n, 1_001n])
      expect(decideRepayment({ amount }, running)).toMatchObject({ ok: false, code: 11001 })
    for (const status of ['pending', 'rejected', 'repaid'] as const)
      expect(decideRepayment({ amount: 'all' }, { ...running, status })).toMatchObject({
        ok: false,
        code: 11004,
      })
  })
})
