import { price, rate } from '@candor/money'
import type { Market, MarketHours } from '../market.ts'
import { lotLimits } from './lot-limits.ts'

/** Sunday 17:00 to Friday 17:00 New York, without a break (rulebook, Markets). */
export const forexHours: MarketHours = {
  timeZone: 'America/New_York',
  sessions: [{ days: [0, 1, 2, 3, 4], from: '17:00', to: '17:00' }],
  holidays: null,
}

/** The EU retail rule's major currencies: a pair of two of them may be geared 30 times, others 20. */
const majorCurrencies = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'])

const currencyNames: Readonly<Record<string, string>> = {
  AUD: 'Australian Dollar',
  CAD: 'Canadian Dollar',
  CHF: 'Swiss Franc',
  EUR: 'Euro',
  GBP: 'British Pound',
  JPY: 'Japanese Yen',
  NZD: 'New Zealand Dollar',
  USD: 'US Dollar',
}

/** Pair, price, yearly volatility, spread in pips. */
type Row = readonly [base: string, quote: string, price: number, volatility: number, spreadPips: number]

const rows: readonly Row[] = [
  ['EUR', 'USD', 1.1642, 0.074, 0.4],
  ['GBP', 'USD', 1.3368, 0.081, 0.6],
  ['USD', 'JPY', 151.85, 0.096, 0.6],
  ['USD', 'CHF', 0.8012, 0.078, 0.8],
  ['USD', 'CAD', 1.3874, 0.062, 0.8],
  ['AUD', 'USD', 0.6612, 0.094, 0.6],
  ['NZD', 'USD', 0.5836, 0.096, 0.9],
  ['EUR', 'GBP', 0.8709, 0.055, 0.8],
  ['EUR', 'JPY', 176.78, 0.092, 1.1],
  ['GBP', 'JPY', 202.99, 0.1, 1.6],
  ['EUR', 'CHF', 0.9328, 0.05, 1.0],
  ['AUD', 'JPY', 100.4, 0.11, 1.1],
  ['EUR', 'AUD', 1.7607, 0.077, 1.6],
  ['EUR', 'CAD', 1.6152, 0.064, 1.5],
]

function forexMarket([base, quote, start, volatility, spreadPips]: Row): Market {
  const yen = quote === 'JPY'
  const pip = yen ? 0.01 : 0.0001
  return Object.freeze({
    id: `fx-${base}${quote}`.toLowerCase(),
    code: `${base}${quote}`,
    type: 1,
    name: `${currencyNames[base]} / ${currencyNames[quote]}`,
    base,
    quoteCurrency: quote,
    digits: yen ? 3 : 5,
    tickSize: price(yen ? '0.001' : '0.00001'),
    pipSize: price(yen ? '0.01' : '0.0001'),
    contractSize: 100_000n,
    ...lotLimits('0.01', '100'),
    leverageMax: majorCurrencies.has(base) && majorCurrencies.has(quote) ? 30 : 20,
    commissionRate: rate('0'),
    spreadAdded: price(yen ? '0.002' : '0.00002'),
    swapLong: rate('-0.00008'),
    swapShort: rate('-0.00008'),
    hours: forexHours,
    maxQuoteAgeMs: 10_000,
    simulation: { price: start, volatility, spread: spreadPips * pip },
  })
}

export const forexMarkets: readonly Market[] = rows.map(forexMarket)
