import { expect, it } from 'vitest'
import { filterMarkets } from './market-filter.ts'

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
