import { expect, test } from 'vitest'
import { formatLevel, formatPrice, formatPriceChange } from './format-price.ts'

test('I15.14k: a price has exactly the digits of its market, also a mid that has one more', () => {
  expect(formatPrice('3195.8', 2, 'en')).toBe('3,195.80')
  expect(formatPrice('3000', 2, 'de')).toBe('3.000,00')
  expect(formatPrice('94230.235', 2, 'en')).toBe('94,230.24')
  expect(formatPrice('1.085045', 5, 'en')).toBe('1.08505')
  expect(formatPriceChange('-0.00005', 5, 'en')).toBe('−0.00005')
})

test('I15.14k: a price whose market is not known is written as it is', () => {
  expect(formatPrice('3195.8', undefined, 'en')).toBe('3,195.8')
  expect(formatPrice(null, 2, 'en')).toBe('')
})

test('I15.14k: a typed level has at least the digits of its market, and loses none', () => {
  expect(formatLevel('90000.5', 2, 'en')).toBe('90,000.50')
  expect(formatLevel('1.085045', 5, 'en')).toBe('1.085045')
})
