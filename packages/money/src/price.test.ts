import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from './exact.ts'
import {
  exactLots,
  exactPrice,
  exactRate,
  lots,
  midOf,
  parseLots,
  parsePrice,
  parseRate,
  price,
  priceToNumber,
  rate,
  writeLots,
  writePrice,
  writeRate,
} from './price.ts'

test('prices, lots and rates are read and written without a loss', () => {
  const value = fc.bigInt({ min: 0n, max: 10n ** 20n })
  fc.assert(
    fc.property(value, (units) => {
      const asPrice = parsePrice(writePrice(units as ReturnType<typeof price>))
      const asLots = parseLots(writeLots(units as ReturnType<typeof lots>))
      const asRate = parseRate(writeRate(units as ReturnType<typeof rate>))
      expect([asPrice, asLots, asRate]).toEqual([units, units, units])
    }),
  )
})

test('each has its own smallest unit: 10^-10, 10^-8 and 10^-12', () => {
  expect([price('1'), lots('1'), rate('1')]).toEqual([10n ** 10n, 10n ** 8n, 10n ** 12n])
  expect([parsePrice('0.00000000001'), parseLots('0.000000001'), parseRate('0.0000000000001')]).toEqual([
    null,
    null,
    null,
  ])
  expect(exactPrice(price('1.5')).compare(new Exact(3n, 2n))).toBe(0)
  expect(exactLots(lots('0.01')).compare(new Exact(1n, 100n))).toBe(0)
  expect(exactRate(rate('0.008')).compare(new Exact(8n, 1000n))).toBe(0)
})

test('the middle of two nine-digit prices is exact', () => {
  const nine = fc
    .bigInt({ min: 1n, max: 10n ** 15n })
    .map((units) => (units * 10n) as ReturnType<typeof price>)
  fc.assert(
    fc.property(nine, nine, (bid, ask) => {
      expect(2n * midOf(bid, ask)).toBe(bid + ask)
    }),
  )
})

test('a price keeps at least as many decimals as its market shows', () => {
  expect(writePrice(price('1.1'), 5)).toBe('1.10000')
  expect(writePrice(price('1.1234567'), 5)).toBe('1.1234567')
  expect(priceToNumber(price('1.25'))).toBe(1.25)
})

test('an invalid number of our own stops the operation', () => {
  expect(() => price('one')).toThrow('not a price: one')
  expect(() => lots('')).toThrow('not a volume in lots')
  expect(() => rate('8%')).toThrow('not a rate')
})
