import { exactPrice, exactRate, price, priceToNumber } from '@candor/money'
import { expect, test } from 'vitest'
import { withAddedSpread } from '../added-spread.ts'
import { allMarkets, marketByCode } from './all-markets.ts'

const ofType = (type: number) => allMarkets.filter((market) => market.type === type)

test('rulebook Markets: as many markets of each class as it asks for, and the ones it names', () => {
  expect(ofType(1).length).toBeGreaterThanOrEqual(12)
  expect(ofType(2).filter((market) => market.quoteCurrency === 'USDT').length).toBeGreaterThanOrEqual(20)
  expect(ofType(3).length).toBeGreaterThanOrEqual(16)
  expect(ofType(4).length).toBeGreaterThanOrEqual(10)
  expect(allMarkets.length).toBeGreaterThanOrEqual(58)
  const named = 'BTCUSD ETHUSD LTCUSD BTCPERP AAPL IBM SPY BAC AIG XAUUSD ES DE30 EURUSD NZDUSD'
  for (const code of named.split(' ')) expect(marketByCode(code), code).not.toBeNull()
})

test('codes and ids are unique, and unknown ones give nothing', () => {
  expect(new Set(allMarkets.map(({ code }) => code)).size).toBe(allMarkets.length)
  expect(new Set(allMarkets.map(({ id }) => id)).size).toBe(allMarkets.length)
  expect(marketByCode('NOPE')).toBeNull()
})

test('spec §9 “fees below 0.3 %”: both sides of a trade stay below it in every market, also when the price halves or doubles', () => {
  for (const market of allMarkets)
    for (const close of [0.5, 1, 2]) {
      const open = exactPrice(price(market.simulation.price.toFixed(market.digits)))
      const closed = open.times(exactPrice(price(String(close))))
      const rate = exactRate(market.commissionRate)
      const both = open.times(rate).plus(closed.times(rate)).plus(exactPrice(market.spreadAdded))
      const traded = close > 1 ? closed : open
      const share = both.over(traded)
      expect(share.compare(exactRate(marketLimit)), `${market.code} at ×${close}`).toBeLessThan(0)
    }
})
const marketLimit = 3_000_000_000n as Parameters<typeof exactRate>[0]

test('rulebook Markets: leverage caps, contract sizes, lot steps and swaps by class', () => {
  const productOf = (code: string) => {
    const market = marketByCode(code)
    return market === null ? null : [market.leverageMax, market.contractSize, market.swapLong, market.lotMin]
  }
  expect(productOf('EURUSD')).toEqual([30, 100_000n, -80_000_000n, 1_000_000n])
  expect(productOf('NZDUSD')).toEqual([20, 100_000n, -80_000_000n, 1_000_000n])
  expect(productOf('BTCUSDT')).toEqual([2, 1n, -300_000_000n, 100_000n])
  expect(productOf('AAPL')).toEqual([5, 1n, -200_000_000n, 100_000_000n])
  expect(productOf('XAUUSD')).toEqual([20, 100n, 0n, 1_000_000n])
  expect(productOf('ES')).toEqual([20, 50n, 0n, 1_000_000n])
  expect(productOf('DE30')).toEqual([20, 25n, 0n, 1_000_000n])
  expect(productOf('CL')?.[0]).toBe(10)
  expect(marketByCode('DE30')?.quoteCurrency).toBe('EUR')
})

test('rulebook Contracts: an added spread is halved onto each side', () => {
  const market = marketByCode('EURUSD')
  if (market === null) throw new Error('EURUSD is missing')
  const { sellPrice, buyPrice } = withAddedSpread(market, price('1.39148'), price('1.3915'))
  expect(priceToNumber(sellPrice)).toBe(1.39147)
  expect(priceToNumber(buyPrice)).toBe(1.39151)
})

test('every price step of the simulator’s start fits the market’s digits', () => {
  for (const market of allMarkets) {
    expect(priceToNumber(market.tickSize), market.code).toBeGreaterThanOrEqual(10 ** -market.digits * 0.999)
    expect(market.lotMin).toBe(market.lotStep)
    expect(market.lotMax % market.lotStep).toBe(0n)
  }
})
