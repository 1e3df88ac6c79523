import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { shifted, splitLevel } from '../orders/adjustments.ts'
import { highestLevel, highestPrice } from './price-limits.ts'

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
