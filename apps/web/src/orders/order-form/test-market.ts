import { lots, price, rate } from '@candor/money'
import type { Market } from '@candor/rules'

/** A market of round numbers for the tests of the ticket. */
export const bitcoin: Market = {
  id: 'm1',
  code: 'BTCUSDT',
  type: 2,
  name: 'Bitcoin',
  base: 'BTC',
  quoteCurrency: 'USDT',
  digits: 2,
  tickSize: price('0.01'),
  pipSize: price('0.01'),
  contractSize: 1n,
  lotMin: lots('0.001'),
  lotMax: lots('100'),
  lotStep: lots('0.001'),
  leverageMax: 2,
  commissionRate: rate('0.001'),
  spreadAdded: price('0'),
  swapLong: rate('-0.0003'),
  swapShort: rate('-0.0003'),
  hours: { timeZone: 'UTC', sessions: [], holidays: null },
  maxQuoteAgeMs: 5000,
  simulation: { price: 0, volatility: 0, spread: 0 },
}
export const now = { buyPrice: price('100010.00'), sellPrice: price('100000.00') }
