import { type Price, price } from '@candor/money'
import { expect, it } from 'vitest'
import { shifted, splitLevel } from '../orders/adjustments.ts'
import { cappedPrice, highestLevel, highestPrice, isStorable } from './price-limits.ts'
import type { Quote } from './quote.ts'

const tick = price('0.01')

it('no level is above a thousand times the price, and none above 100 million', () => {
  expect(highestLevel(price('1.15'))).toBe(price('1150'))
  expect(highestLevel(price('99999.99'))).toBe(price('99999990'))
  expect(highestLevel(price('100000.01'))).toBe(highestPrice)
})

it('a split or a roll moves no level beyond it', () => {
  const reverse = { fresh: 1n, old: 10n }
  expect(splitLevel(price('900000000'), reverse, tick, false)).toBe(highestPrice)
  expect(splitLevel(price('90'), reverse, tick, false)).toBe(price('900'))
  expect(shifted(price('922337203'), price('1'), tick)).toBe(highestPrice)
  expect(shifted(price('92'), price('1'), tick)).toBe(price('93'))
})

it('a level is cut off at 100 million and not below it', () => {
  const [last, beyond] = [(highestPrice - 1n) as Price, (highestPrice + 1n) as Price]
  expect([last, highestPrice, beyond].map(cappedPrice)).toEqual([last, highestPrice, highestPrice])
})

it.each([
  ['bid', highestPrice, highestPrice + 1n],
  ['ask', highestPrice, highestPrice + 1n],
  ['bid', -highestPrice, -highestPrice - 1n],
  ['ask', -highestPrice, -highestPrice - 1n],
  ['time', 8_640_000_000_000_000, 8_640_000_000_000_001],
  ['time', -8_640_000_000_000_000, -8_640_000_000_000_001],
  ['time', 0, Number.NaN],
  ['volume', 1e300, Number.POSITIVE_INFINITY],
  ['volume', 0, Number.NaN],
] as const)('a quote with %s %s can be stored, with %s it is dropped', (field, fits, beyond) => {
  const quote = { bid: price('1'), ask: price('1'), time: 0, volume: 0 } as Quote
  expect(isStorable({ ...quote, [field]: fits })).toBe(true)
  expect(isStorable({ ...quote, [field]: beyond })).toBe(false)
})
