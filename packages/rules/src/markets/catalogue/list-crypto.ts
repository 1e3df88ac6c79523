import { price, rate } from '@candor/money'
import type { Market, MarketHours } from '../market.ts'
import { lotLimits } from './lot-limits.ts'

const always: MarketHours = { timeZone: 'UTC', sessions: [], holidays: null }

/** Coin, its name, price, digits, yearly volatility, most lots an order (one lot is one coin). */
type Row = readonly [
  coin: string,
  name: string,
  price: number,
  digits: number,
  volatility: number,
  lotMax: string,
]

const rows: readonly Row[] = [
  ['BTC', 'Bitcoin', 94_200, 2, 0.46, '100'],
  ['ETH', 'Ethereum', 3_180, 2, 0.62, '2000'],
  ['SOL', 'Solana', 148.2, 2, 0.78, '20000'],
  ['BNB', 'BNB', 905, 2, 0.5, '5000'],
  ['XRP', 'XRP', 2.21, 4, 0.74, '1000000'],
  ['ADA', 'Cardano', 0.5214, 4, 0.8, '2000000'],
  ['DOGE', 'Dogecoin', 0.1622, 5, 0.9, '5000000'],
  ['TRX', 'TRON', 0.2874, 4, 0.48, '5000000'],
  ['AVAX', 'Avalanche', 16.4, 2, 0.85, '100000'],
  ['LINK', 'Chainlink', 14.6, 3, 0.8, '100000'],
  ['DOT', 'Polkadot', 2.72, 3, 0.82, '500000'],
  ['LTC', 'Litecoin', 96.5, 2, 0.66, '20000'],
  ['BCH', 'Bitcoin Cash', 512, 2, 0.7, '5000'],
  ['XLM', 'Stellar', 0.2612, 4, 0.76, '5000000'],
  ['UNI', 'Uniswap', 6.9, 3, 0.9, '200000'],
  ['ATOM', 'Cosmos', 2.86, 3, 0.84, '500000'],
  ['ETC', 'Ethereum Classic', 15.1, 3, 0.76, '100000'],
  ['NEAR', 'NEAR Protocol', 2.18, 3, 0.95, '500000'],
  ['FIL', 'Filecoin', 1.92, 3, 0.92, '500000'],
  ['AAVE', 'Aave', 182, 2, 0.88, '10000'],
  ['SUI', 'Sui', 1.94, 4, 1.0, '500000'],
]

interface Shape {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly base: string
  readonly quoteCurrency: string
  readonly digits: number
  readonly lotMax: string
  readonly simulation: Market['simulation']
}

function cryptoMarket(shape: Shape): Market {
  const { lotMax, ...rest } = shape
  const tick = shape.digits === 0 ? '1' : `0.${'1'.padStart(shape.digits, '0')}`
  return Object.freeze({
    ...rest,
    type: 2,
    tickSize: price(tick),
    pipSize: price(tick),
    contractSize: 1n,
    ...lotLimits('0.001', lotMax),
    leverageMax: 2,
    commissionRate: rate('0.001'),
    spreadAdded: price('0'),
    swapLong: rate('-0.0003'),
    swapShort: rate('-0.0003'),
    hours: always,
    maxQuoteAgeMs: 5_000,
  })
}

const spreadOf = (start: number, digits: number) => Math.max(start * 0.00012, 10 ** -digits)

const againstUsdt = ([coin, name, start, digits, volatility, lotMax]: Row): Market =>
  cryptoMarket({
    id: `cr-${coin.toLowerCase()}usdt`,
    code: `${coin}USDT`,
    name: `${name} / Tether`,
    base: coin,
    quoteCurrency: 'USDT',
    digits,
    lotMax,
    simulation: { price: start, volatility, spread: spreadOf(start, digits) },
  })

/** The dollar pairs and the perpetual of the recorded data; ticks as their exchanges quote them. */
const againstDollar = (
  [coin, name, start, , volatility, lotMax]: Row,
  digits: number,
  perp = false,
): Market =>
  cryptoMarket({
    id: perp ? `cr-${coin.toLowerCase()}perp` : `cr-${coin.toLowerCase()}usd`,
    code: perp ? `${coin}PERP` : `${coin}USD`,
    name: perp ? `${name} Perpetual` : `${name} / US Dollar`,
    base: coin,
    quoteCurrency: 'USD',
    digits,
    lotMax,
    simulation: { price: start * 1.0003, volatility, spread: spreadOf(start, digits) },
  })

const rowOf = (coin: string): Row => {
  const row = rows.find(([name]) => name === coin)
  if (row === undefined) throw new Error(`no row for ${coin}`)
  return row
}

export const cryptoMarkets: readonly Market[] = [
  ...rows.map(againstUsdt),
  againstDollar(rowOf('BTC'), 2),
  againstDollar(rowOf('ETH'), 2),
  againstDollar(rowOf('LTC'), 2),
  againstDollar(rowOf('BTC'), 1, true),
]
