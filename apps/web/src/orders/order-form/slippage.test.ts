import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { slippageFor } from './slippage.ts'

it('lets a fill be at most 0.2 % worse than shown, on the tick grid and at least one tick', () => {
  expect(slippageFor('100010.00', { tickSize: price('0.01'), digits: 2 }, 2)).toBe('200.02')
  expect(slippageFor('1.08', { tickSize: price('0.25'), digits: 2 }, 2)).toBe('0.25')
  expect(slippageFor('none', { tickSize: price('0.25'), digits: 2 }, 2)).toBeNull()
})
