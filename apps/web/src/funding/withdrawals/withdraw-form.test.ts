import { expect, it } from 'vitest'
import { amountProblem, planFor, termsFrom } from './withdraw-form.ts'

const terms = termsFrom('USDT', '0.005', '2', '10')

it('shows the fee the server charges: the larger of the rate and the flat amount', () => {
  expect(planFor('USDT', '100', terms)?.fee.toString()).toBe('2.000000')
  expect(planFor('USDT', '1000', terms)?.received.toString()).toBe('995.000000')
  expect(planFor('USDT', '9.99', terms)).toBeNull()
  expect(planFor('USDT', '100', null)).toBeNull()
})

it('finds what is wrong with an amount before it is sent', () => {
  const limits = { terms, available: '500.000000' }
  expect(amountProblem('USDT', '500', limits)).toBeNull()
  expect(amountProblem('USDT', '', limits)).toEqual({ key: 'withdraw.problem.amount' })
  expect(amountProblem('USDT', '9', limits)).toEqual({ key: 'codes.10016' })
  expect(amountProblem('USDT', '500.000001', limits)).toEqual({ key: 'codes.10011' })
})

it('says nothing of terms that have not come yet', () => {
  expect(termsFrom('BTC', undefined, '0.0001', '0.0005')).toBeNull()
})
