import { describe, expect, test } from 'vitest'
import {
  formatDecimal,
  formatLevel,
  formatPercent,
  formatPrice,
  formatPriceChange,
  formatShare,
  signOf,
} from './format-decimal.ts'

describe('figures on screen', () => {
  test('keep every digit of an exact amount that no float could hold', () => {
    expect(formatDecimal('123456789012345678.123456', 'en')).toBe('123,456,789,012,345,678.123456')
  })
  test('are written as the language writes them, with a true minus', () => {
    expect(formatDecimal('-1234.5', 'de', { min: 2 })).toBe('−1.234,50')
    expect(formatDecimal('-1234.5', 'en', { min: 2 })).toBe('−1,234.50')
  })
  test('carry a plus only on request, and none at zero', () => {
    expect(formatDecimal('3', 'en', { signed: true })).toBe('+3')
    expect(formatDecimal('0.00', 'en', { min: 2, signed: true })).toBe('0.00')
  })
  test('leave other text unchanged', () => {
    expect(formatDecimal('—', 'en')).toBe('—')
  })
  test('turn shares and percents into percentages', () => {
    expect(formatShare('0.008', 'en', 1)).toBe('0.8%')
    expect(formatPercent(-1.234, 'en')).toBe('−1.23%')
  })
  test('know their sign', () => {
    expect(['-0.000', '0', '-0.01', '7'].map(signOf)).toEqual([0, 0, -1, 1])
  })
})

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
