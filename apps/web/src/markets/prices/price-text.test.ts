import { expect, test } from 'vitest'
import { priceText } from './price-text.ts'

test('I15.d17: a price has at least the digits of its market, and loses none it has', () => {
  expect(priceText('3195.8', 2, 'en')).toBe('3,195.80')
  expect(priceText('3000', 2, 'de')).toBe('3.000,00')
  expect(priceText('1.085045', 5, 'en')).toBe('1.085045')
  expect(priceText('3195.8', undefined, 'en')).toBe('3,195.8')
  expect(priceText(null, 2, 'en')).toBe('')
})
