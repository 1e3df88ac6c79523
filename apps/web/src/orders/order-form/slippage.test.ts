import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { slippageFor, slippageLeft } from './slippage.ts'

it('lets a fill be at most 0.2 % worse than shown, on the tick grid and at least one tick', () => {
  expect(slippageFor('100010.00', { tickSize: price('0.01'), digits: 2 }, 2)).toBe('200.02')
  expect(slippageFor('1.08', { tickSize: price('0.25'), digits: 2 }, 2)).toBe('0.25')
  expect(slippageFor('none', { tickSize: price('0.25'), digits: 2 }, 2)).toBeNull()
})

const market = { tickSize: price('0.01'), digits: 2 }
const left = (quoted: string, direction: 'buy' | 'sell') =>
  slippageLeft({ shown: price('100.00'), quoted, direction }, market, 2)

it('I15.8k: with one click the slippage counts from the price that was shown, whichever way the server’s own has moved', () => {
  // 0.2 % of 100.00 are 0.20.
  expect([left('100.00', 'buy'), left('100.05', 'buy'), left('99.90', 'buy')]).toEqual([
    '0.20',
    '0.15',
    '0.30',
  ])
  expect([left('99.95', 'sell'), left('100.05', 'sell')]).toEqual(['0.15', '0.25'])
  expect([left('100.20', 'buy'), left('100.21', 'buy'), left('99.79', 'sell')]).toEqual(['0.00', null, null])
  expect(left('none', 'buy')).toBeNull()
})
