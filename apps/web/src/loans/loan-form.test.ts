import type { LoanProduct } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { loanFigures, loanProblems, repayProblem } from './loan-form.ts'

const product = (days: number): LoanProduct => ({
  days,
  minAmount: '100.000000',
  tier1Most: '5000.000000',
  tier2Most: '50000.000000',
  dailyRate: '0.0003',
  overlayRate: '0.0005',
  freeDays: 3,
  apr: '0.1031',
  yearlyRate: '0.1095',
})
const products = [product(7), product(30)]

describe('the loan calculator', () => {
  it('says what the server would: interest, total, APR, a day, what is owed day by day', () => {
    const figures = loanFigures({ amount: '1000', days: 30 }, products)
    expect(figures).toMatchObject({
      amount: '1000.000000',
      interest: '8.100000',
      total: '1008.100000',
      apr: '0.1031',
      perDay: '0.300000',
    })
    expect(figures?.owed).toHaveLength(30)
    expect(figures?.owed.at(-1)).toBe(1_008_100_000)
  })

  it('says nothing while amount or term would be refused', () => {
    for (const form of [
      { amount: '', days: 30 },
      { amount: '99', days: 30 },
      { amount: '50000.01', days: 30 },
      { amount: 'x', days: 30 },
      { amount: '1000', days: null },
      { amount: '1000', days: 8 },
    ])
      expect(loanFigures(form, products)).toBeNull()
  })

  it('names what is wrong at each field, with the bound it crosses', () => {
    const wrong = (amount: string, left: string | null = null) =>
      loanProblems({ amount, days: 30 }, products, left)
    expect(wrong('')).toEqual([{ field: 'amount', reason: 'required' }])
    expect(wrong('1,5x')).toEqual([{ field: 'amount', reason: 'notAnAmount' }])
    expect(wrong('99')).toEqual([{ field: 'amount', reason: 'below', limit: '100.000000' }])
    expect(wrong('60000')).toEqual([{ field: 'amount', reason: 'above', limit: '50000.000000' }])
    expect(wrong('6000', '5000.000000')).toEqual([{ field: 'amount', reason: 'limit', limit: '5000.000000' }])
    expect(wrong('6000')).toEqual([])
  })

  it('a repayment is no more than is owed, nor than the account has', () => {
    const problem = (amount: string, available: string | null = null) =>
      repayProblem(amount, '608.1', available)?.reason ?? null
    expect(['', '0', 'x', '608.2'].map((amount) => problem(amount))).toEqual([
      'required',
      'notAnAmount',
      'notAnAmount',
      'owed',
    ])
    expect(problem('500', '400')).toBe('funds')
    expect(problem('608.1', '700')).toBeNull()
  })
})
