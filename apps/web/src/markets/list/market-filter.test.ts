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

it('I15.14b: shows names that begin with what was typed before names that only have it within', () => {
  const coins = [
    { code: 'BTCUSDT', appName: 'Bitcoin / Tether', type: 2 },
    { code: 'XAUUSD', appName: 'Spot ether gold', type: 1 },
    { code: 'ETHUSDT', appName: 'Ethereum / Tether', type: 2 },
  ]
  expect(codes(coins, 'all', new Set(), 'ether')).toEqual(['ETHUSDT', 'XAUUSD', 'BTCUSDT'])
  expect(codes(coins, 'all', new Set(), 'tether')).toEqual(['BTCUSDT', 'ETHUSDT'])
})

it('searches code and name over every class, codes that begin with it first', () => {
  expect(codes(markets, 1, new Set(), 'btc')).toEqual(['BTCUSDT', 'WBTCUSDT'])
  expect(codes(markets, 'all', new Set(), 'wr bit')).toEqual(['WBTCUSDT'])
  expect(codes(markets, 'all', new Set(), 'eur/usd')).toEqual(['EURUSD'])
  expect(codes(markets, 'all', new Set(), 'nothing')).toEqual([])
})
