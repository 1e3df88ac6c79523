import { expect, test } from 'vitest'
import { houseLineOf, isOwnMoney, marketKinds } from './house-lines.ts'

test('I16.9d: a kind of entry has one line; what is unknown is a result of its own', () => {
  expect(
    ['contract-owed', 'hedge-fee-rebate', 'plan-penalty', 'conversion-bought', 'constructor'].map(
      houseLineOf,
    ),
  ).toEqual(['results', 'hedging', 'plans', 'conversions', 'other'])
  expect(new Set(marketKinds).size).toBe(marketKinds.length)
})

test('I16.9d: money put in, taken out or lent is no result', () => {
  expect(
    ['treasury-in', 'treasury-out', 'operator-funding', 'loan-payout', 'loan-principal'].map(houseLineOf),
  ).toEqual(['funding', 'funding', 'funding', 'lent', 'lent'])
  expect([isOwnMoney('lent'), isOwnMoney('funding'), isOwnMoney('loans'), isOwnMoney('other')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
