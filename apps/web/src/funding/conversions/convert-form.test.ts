import { expect, test } from 'vitest'
import { chooseCoin, convertProblem } from './convert-form.ts'

const form = { from: 'USDT', to: 'BTC', amount: '10' } as const

test('an amount is judged before a price is asked for', () => {
  expect(convertProblem(form, '10.000000')).toBeNull()
  expect(convertProblem(form, null)).toBeNull()
  expect(convertProblem({ ...form, amount: ' ' }, '1')).toEqual({ reason: 'required' })
  for (const amount of ['0', '-1', 'ten', '0.0000001', '1e3'])
    expect(convertProblem({ ...form, amount }, '100'), amount).toEqual({ reason: 'notAnAmount' })
  expect(convertProblem(form, '9.999999')).toEqual({ reason: 'funds', limit: '9.999999' })
})

test('choosing the coin of the other side turns the two around; an amount of another coin is forgotten', () => {
  expect(chooseCoin(form, 'to', 'ETH')).toEqual({ from: 'USDT', to: 'ETH', amount: '10' })
  expect(chooseCoin(form, 'from', 'ETH')).toEqual({ from: 'ETH', to: 'BTC', amount: '' })
  expect(chooseCoin(form, 'from', 'BTC')).toEqual({ from: 'BTC', to: 'USDT', amount: '' })
  expect(chooseCoin(form, 'to', 'USDT')).toEqual({ from: 'BTC', to: 'USDT', amount: '' })
})
