import { type IntervalName, intervalMs, type Market } from '@candor/rules'
import { addedSymbols, listOf, readJson } from '../feeds/live/protocol.ts'
import {
  type HistorySource,
  limitsOf,
  readCandle,
  readCandles,
  readFields,
  refusal,
} from './history-source.ts'

const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE', 'AVAX', 'LINK', 'DOT', 'XLM', 'ATOM', 'NEAR']
const symbols: readonly (readonly [code: string, product: string])[] = [
  ...coins.map((coin) => [`${coin}USDT`, `${coin}-USDT`] as const),
  ['BTCUSD', 'BTC-USD'],
  ['ETHUSD', 'ETH-USD'],
  ['LTCUSD', 'LTC-USD'],
]
const intervals: readonly IntervalName[] = ['1m', '5m', '15m', '1h', '1d']

/** Coinbase Exchange, `candles`: at most 300 a request, years back, newest first. Public calls: ten a second and address. */
export function coinbaseHistory(
  url = 'https://api.exchange.coinbase.com',
  markets: readonly Market[] = [],
): HistorySource {
  const added = addedSymbols(markets, 'coinbase').map(([symbol, code]) => [code, symbol] as const)
  return {
    origin: 'coinbase',
    symbols: new Map([...symbols, ...added]),
    limits: limitsOf(intervals, 300),
    requestsPerMinute: 180,
    headers: {},
    addressOf: (product, interval, { from, to }) => {
      const seconds = intervalMs[interval] / 1000
      // Both ends are included.
      const end = new Date(to - intervalMs[interval]).toISOString()
      return `${url}/products/${product}/candles?granularity=${seconds}&start=${new Date(from).toISOString()}&end=${end}`
    },
    read: (text) => {
      const rows = readJson(text)
      if (!Array.isArray(rows)) {
        const { message } = readFields(text)
        return refusal(message, /rate limit/i.test(String(message)))
      }
      return {
        candles: readCandles(rows, (row) => {
          const [time, low, high, open, close, volume] = listOf(row)
          return readCandle(Number(time) * 1000, { open, high, low, close, volume })
        }),
      }
    },
  }
}
