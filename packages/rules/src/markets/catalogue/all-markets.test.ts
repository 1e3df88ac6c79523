import { createHash } from 'node:crypto'
import { exactPrice, exactRate, price, priceToNumber, writeLots, writePrice, writeRate } from '@candor/money'
import { expect, test } from 'vitest'
import { withAddedSpread } from '../added-spread.ts'
import type { Market } from '../market.ts'
import { allMarkets, marketByCode, marketByIdOrCode } from './all-markets.ts'

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
  expect(marketByIdOrCode('NOPE')).toBeNull()
  for (const market of allMarkets) {
    expect(marketByIdOrCode(market.id)).toBe(market)
    expect(marketByIdOrCode(market.code)).toBe(market)
  }
  expect(Object.isFrozen(allMarkets) && allMarkets.every(Object.isFrozen)).toBe(true)
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

/** A market's whole rule set on one line. */
function lineOf(market: Market): string {
  const { hours, simulation } = market
  const sessions = hours.sessions.map(({ days, from, to }) => `${days.join('')} ${from}-${to}`).join(' ')
  return [
    ...[market.id, market.code, market.type, market.name, market.base, market.quoteCurrency, market.digits],
    ...[writePrice(market.tickSize), writePrice(market.pipSize), market.contractSize],
    ...[writeLots(market.lotMin), writeLots(market.lotStep), writeLots(market.lotMax), market.leverageMax],
    ...[writeRate(market.commissionRate), writePrice(market.spreadAdded)],
    ...[writeRate(market.swapLong), writeRate(market.swapShort), market.maxQuoteAgeMs],
    ...[hours.timeZone, sessions, hours.holidays ?? 'none'],
    ...[simulation.price, simulation.volatility, simulation.spread.toPrecision(8)],
  ].join(' | ')
}

test.each([
  'fx-eurusd | EURUSD | 1 | Euro / US Dollar | EUR | USD | 5 | 0.00001 | 0.0001 | 100000 | 0.01 | 0.01 | 100 | 30 | 0 | 0.00002 | -0.00008 | -0.00008 | 10000 | America/New_York | 01234 17:00-17:00 | none | 1.1642 | 0.074 | 0.000040000000',
  'fx-audjpy | AUDJPY | 1 | Australian Dollar / Japanese Yen | AUD | JPY | 3 | 0.001 | 0.01 | 100000 | 0.01 | 0.01 | 100 | 20 | 0 | 0.002 | -0.00008 | -0.00008 | 10000 | America/New_York | 01234 17:00-17:00 | none | 100.4 | 0.11 | 0.011000000',
  'cr-dogeusdt | DOGEUSDT | 2 | Dogecoin / Tether | DOGE | USDT | 5 | 0.00001 | 0.00001 | 1 | 0.001 | 0.001 | 5000000 | 2 | 0.001 | 0 | -0.0003 | -0.0003 | 5000 | UTC |  | none | 0.1622 | 0.9 | 0.000019464000',
  'cr-ltcusd | LTCUSD | 2 | Litecoin / US Dollar | LTC | USD | 2 | 0.01 | 0.01 | 1 | 0.001 | 0.001 | 20000 | 2 | 0.001 | 0 | -0.0003 | -0.0003 | 5000 | UTC |  | none | 96.52895 | 0.66 | 0.011580000',
  'cr-btcperp | BTCPERP | 2 | Bitcoin Perpetual | BTC | USD | 1 | 0.1 | 0.1 | 1 | 0.001 | 0.001 | 100 | 2 | 0.001 | 0 | -0.0003 | -0.0003 | 5000 | UTC |  | none | 94228.26 | 0.46 | 11.304000',
  'st-aapl | AAPL | 3 | Apple | AAPL | USD | 2 | 0.01 | 0.01 | 1 | 1 | 1 | 10000 | 5 | 0.001 | 0 | -0.0002 | -0.0002 | 10000 | America/New_York | 12345 09:30-16:00 | NYSE | 268.4 | 0.28 | 0.021472000',
  'fu-xauusd | XAUUSD | 4 | Gold | XAUUSD | USD | 3 | 0.001 | 0.01 | 100 | 0.01 | 0.01 | 100 | 20 | 0.0005 | 0 | 0 | 0 | 10000 | America/Chicago | 01234 17:00-16:00 | CME | 4068 | 0.19 | 0.32000000',
  'fu-brn | BRN | 4 | Crude Oil Brent | BRN | USD | 2 | 0.01 | 0.01 | 1000 | 0.01 | 0.01 | 100 | 10 | 0.0005 | 0 | 0 | 0 | 10000 | America/Chicago | 0 17:00-17:00 1234 19:00-17:00 | CME | 64.9 | 0.32 | 0.030000000',
  'fu-de30 | DE30 | 4 | Germany 30 (DAX) | DE30 | EUR | 1 | 0.1 | 0.1 | 25 | 0.01 | 0.01 | 100 | 20 | 0.0005 | 0 | 0 | 0 | 10000 | Europe/Berlin | 12345 01:15-22:00 | XETRA | 23940 | 0.17 | 2.0000000',
])('rulebook Markets: the whole rule set of one market of each kind: %s', (line) => {
  const market = marketByIdOrCode(line.split(' | ')[0] ?? '')
  expect(market === null ? null : lineOf(market)).toBe(line)
})

// A change here is a change of a market's terms: it belongs into the changelog, and open orders keep the old ones.
test.each([
  [1, 14, 'f1c02cb6032e5228b42efca7ae5a0bc65dfec08b25f03b752e29e25d71651298'],
  [2, 25, '8c2046ca181ce525851c4e78fc363e59bcad9b38597fd2cc5be68f1205ede0a2'],
  [3, 18, '8b7d9b0f77c38900f29873253c070833a8c5a8d2df0ccd2cebf1e934ec30d691'],
  [4, 12, '0f8d349248508d1f7a062584245f61924bd4acab6587b2076a1cd84afb3316ba'],
])(
  'no market of class %i changes unnoticed: its %i rule sets are those of the digest',
  (type, count, digest) => {
    const lines = ofType(type).map(lineOf)
    expect(lines).toHaveLength(count)
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(digest)
  },
)
