import { expect, it } from 'vitest'
import { filterMarkets, firstPricedTab, pricedFirst } from './market-filter.ts'

const markets = [
  { code: 'EURUSD', appName: 'Euro / US dollar', type: 1 },
  { code: 'BTCUSDT', appName: 'Bitcoin', type: 2 },
  { code: 'WBTCUSDT', appName: 'Wrapped Bitcoin', type: 2 },
  { code: 'AAPL', appName: 'Apple', type: 3 },
]
const codes = (...given: Parameters<typeof filterMarkets>) => filterMarkets(...given).map((one) => one.code)

it('shows a class, all, or the watched ones', () => {
  expect(codes(markets, 2, new Set(), '')).toEqual(['BTCUSDT', 'WBTCUSDT'])
  expect(codes(markets, 'all', new Set(), ' ')).toHaveLength(4)
  expect(codes(markets, 'watched', new Set(['AAPL']), '')).toEqual(['AAPL'])
})

it('searches code and name over every class, codes that begin with it first', () => {
  expect(codes(markets, 1, new Set(), 'btc')).toEqual(['BTCUSDT', 'WBTCUSDT'])
  expect(codes(markets, 'all', new Set(), 'wr bit')).toEqual(['WBTCUSDT'])
  expect(codes(markets, 'all', new Set(), 'eur/usd')).toEqual(['EURUSD'])
  expect(codes(markets, 'all', new Set(), 'nothing')).toEqual([])
})

it('I15.5d: the first class with a price is shown first, and in it the markets with one', () => {
  const priced = markets.map((market, index) => ({ ...market, price: index < 2 ? null : '1' }))
  expect(firstPricedTab([2, 1, 3], priced)).toBe(2)
  expect(firstPricedTab([1, 3, 2], priced)).toBe(3)
  expect(firstPricedTab([1], priced)).toBeNull()
  expect(pricedFirst(priced).map(({ code }) => code)).toEqual(['WBTCUSDT', 'AAPL', 'EURUSD', 'BTCUSDT'])
})
