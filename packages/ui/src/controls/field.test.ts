import { expect, test } from 'vitest'
import { readDecimal } from './field.tsx'

test('a typed number becomes a decimal text, as its language writes it', () => {
  expect(readDecimal('1,5', 'de')).toBe('1.5')
  expect(readDecimal('1.234,5', 'de')).toBe('1234.5')
  expect(readDecimal('1,234.5', 'en')).toBe('1234.5')
  expect(readDecimal('12,345', 'en')).toBe('12345')
})
test('a pasted number with a point counts where the comma is usual', () => {
  expect(readDecimal('0.01', 'de')).toBe('0.01')
  expect(readDecimal('0,01', 'en')).toBe('0.01')
})
test('Arabic and full-width digits are digits', () => {
  expect(readDecimal('١٢٫٥', 'ar-u-nu-latn')).toBe('12.5')
  expect(readDecimal('１２', 'ja')).toBe('12')
})
test('an invalid number stays unchanged, for the form to refuse', () => {
  expect(readDecimal('abc', 'en')).toBe('abc')
  expect(readDecimal('−3', 'en')).toBe('-3')
})
