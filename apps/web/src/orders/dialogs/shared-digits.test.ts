import { expect, test } from 'vitest'
import { sharedDigits } from './shared-digits.ts'

test('I15.d17: amounts of one sum have as many decimals as the largest needs', () => {
  expect(sharedDigits(['0.0554', '0.943787', '-0.888387'])).toBe(2)
  expect(sharedDigits(['0.0554', '0', '0.0554'])).toBe(6)
  expect(sharedDigits(['-0.11', '0.0004'])).toBe(2)
})
