import { expect, it } from 'vitest'
import { firstPricedTab, pricedFirst } from './priced-markets.ts'

const markets = [
  { code: 'EURUSD', type: 1 },
  { code: 'BTCUSDT', type: 2 },
  { code: 'WBTCUSDT', type: 2 },
  { code: 'AAPL', type: 3 },
]

it('I15.5d: the first class with a price is shown first, and in it the markets with one', () => {
  const priced = markets.map((market, index) => ({ ...market, price: index < 2 ? null : '1' }))
  expect(firstPricedTab([2, 1, 3], priced)).toBe(2)
  expect(firstPricedTab([1, 3, 2], priced)).toBe(3)
  expect(firstPricedTab([1], priced)).toBeNull()
  expect(pricedFirst(priced).map(({ code }) => code)).toEqual(['WBTCUSDT', 'AAPL', 'EURUSD', 'BTCUSDT'])
})
