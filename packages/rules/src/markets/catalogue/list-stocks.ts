import { price, rate } from '@candor/money'
import type { Market, MarketHours } from '../market.ts'
import { lotLimits } from './lot-limits.ts'

const newYorkSession: MarketHours = {
  timeZone: 'America/New_York',
  sessions: [{ days: [1, 2, 3, 4, 5], from: '09:30', to: '16:00' }],
  holidays: 'NYSE',
}

/** Ticker, name, price, yearly volatility. */
type Row = readonly [code: string, name: string, price: number, volatility: number]

const rows: readonly Row[] = [
  ['AAPL', 'Apple', 268.4, 0.28],
  ['MSFT', 'Microsoft', 512.6, 0.25],
  ['NVDA', 'NVIDIA', 186.2, 0.44],
  ['AMZN', 'Amazon.com', 232.8, 0.32],
  ['GOOGL', 'Alphabet A', 286.1, 0.3],
  ['META', 'Meta Platforms', 648.3, 0.35],
  ['TSLA', 'Tesla', 412.5, 0.58],
  ['IBM', 'IBM', 302.7, 0.26],
  ['JPM', 'JPMorgan Chase', 308.9, 0.24],
  ['BAC', 'Bank of America', 52.6, 0.27],
  ['AIG', 'American International Group', 78.3, 0.24],
  ['V', 'Visa', 336.4, 0.21],
  ['KO', 'Coca-Cola', 71.2, 0.16],
  ['DIS', 'Walt Disney', 112.4, 0.28],
  ['NFLX', 'Netflix', 109.8, 0.36],
  ['XOM', 'Exxon Mobil', 117.5, 0.24],
  ['SPY', 'SPDR S&P 500 ETF', 676.2, 0.16],
  ['QQQ', 'Invesco QQQ ETF', 612.4, 0.21],
]

const stockMarket = ([code, name, start, volatility]: Row): Market =>
  Object.freeze({
    id: `st-${code.toLowerCase()}`,
    code,
    type: 3,
    name,
    base: code,
    quoteCurrency: 'USD',
    digits: 2,
    tickSize: price('0.01'),
    pipSize: price('0.01'),
    contractSize: 1n,
    ...lotLimits('1', '10000'),
    leverageMax: 5,
    commissionRate: rate('0.001'),
    spreadAdded: price('0'),
    swapLong: rate('-0.0002'),
    swapShort: rate('-0.0002'),
    hours: newYorkSession,
    maxQuoteAgeMs: 10_000,
    simulation: { price: start, volatility, spread: Math.max(0.01, start * 0.00008) },
  })

export const stockMarkets: readonly Market[] = rows.map(stockMarket)
