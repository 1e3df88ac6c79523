import { allMarkets, type IntervalName, type Market } from '@candor/rules'
import { addedSymbols, listOf, readJson } from '../feeds/live/protocol.ts'
import {
  type HistorySource,
  limitsOf,
  readCandle,
  readCandles,
  readFields,
  refusal,
} from './history-source.ts'

const codes = allMarkets
  .filter((market) => market.type === 2 && market.quoteCurrency === 'USDT')
  .map((market) => market.code)
const intervals: readonly IntervalName[] = ['1m', '5m', '15m', '30m', '1h', '4h', '1d']
const tooManyRequests = -1003

/** Binance, `klines`: at most 1 000 a request, years back. A call weighs 2 of the 6 000 a minute and address. */
export function binanceHistory(
  url = 'https://api.binance.com',
  markets: readonly Market[] = [],
): HistorySource {
  const added = addedSymbols(markets, 'binance').map(([symbol, code]) => [code, symbol] as const)
  return {
    origin: 'binance',
    symbols: new Map([...codes.map((code) => [code, code] as const), ...added]),
    limits: limitsOf(intervals, 1_000),
    requestsPerMinute: 240,
    headers: {},
    addressOf: (symbol, interval, { from, to }) =>
      `${url}/api/v3/klines?symbol=${symbol}&interval=${interval}&startTime=${from}&endTime=${to - 1}&limit=1000`,
    read: (text) => {
      const rows = readJson(text)
      if (!Array.isArray(rows)) {
        const { code, msg } = readFields(text)
        return refusal(msg, code === tooManyRequests)
      }
      return {
        candles: readCandles(rows, (row) => {
          const [time, open, high, low, close, volume] = listOf(row)
          return readCandle(Number(time), { open, high, low, close, volume })
        }),
      }
    },
  }
}
