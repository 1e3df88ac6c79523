import { type IntervalName, intervalMs, type Market } from '@candor/rules'
import { addedSymbols, fieldsOf, listOf } from '../feeds/live/protocol.ts'
import {
  type HistorySource,
  limitsOf,
  readCandle,
  readCandles,
  readFields,
  refusal,
} from './history-source.ts'

const minute = intervalMs['1m']
const coins = ['ETH', 'SOL', 'XRP', 'ADA', 'AVAX', 'LINK', 'DOT', 'LTC', 'BCH', 'ATOM']

/** Kraken's REST API keeps older names for BTC and DOGE than its websocket. */
const symbols: readonly (readonly [code: string, pair: string])[] = [
  ['BTCUSDT', 'XBTUSDT'],
  ['DOGEUSDT', 'XDGUSDT'],
  ['BTCUSD', 'XBTUSD'],
  ['ETHUSD', 'ETHUSD'],
  ['LTCUSD', 'LTCUSD'],
  ...coins.map((coin) => [`${coin}USDT`, `${coin}USDT`] as const),
]

/** Returns the REST name of a websocket symbol: `BTC/USDT` is `XBTUSDT`. */
const pairOf = (symbol: string): string =>
  symbol
    .replace(/^BTC\//, 'XBT/')
    .replace(/^DOGE\//, 'XDG/')
    .replace('/', '')

/** Its weeks begin on Thursday, ours on Monday: they are made of days. */
const intervals: readonly IntervalName[] = ['1m', '5m', '15m', '30m', '1h', '4h', '1d']

/** Kraken, REST `OHLC`: the newest 720 candles of an interval, whatever is asked. Public calls: about one a second. */
export function krakenHistory(
  url = 'https://api.kraken.com',
  markets: readonly Market[] = [],
): HistorySource {
  const added = addedSymbols(markets, 'kraken').map(([symbol, code]) => [code, pairOf(symbol)] as const)
  return {
    origin: 'kraken',
    symbols: new Map([...symbols, ...added]),
    limits: limitsOf(intervals, 720, 720),
    requestsPerMinute: 50,
    headers: {},
    addressOf: (pair, interval, { from }) =>
      `${url}/0/public/OHLC?pair=${pair}&interval=${intervalMs[interval] / minute}&since=${from / 1000 - 1}`,
    read: (text) => {
      const { error, result } = readFields(text)
      const [failure] = listOf(error)
      if (failure !== undefined) return refusal(failure, /rate limit|too many/i.test(String(failure)))
      const rows = Object.entries(fieldsOf(result)).find(([name]) => name !== 'last')?.[1]
      if (!Array.isArray(rows)) return refusal(undefined)
      return {
        candles: readCandles(rows, (row) => {
          const [time, open, high, low, close, , volume] = listOf(row)
          return readCandle(Number(time) * 1000, { open, high, low, close, volume })
        }),
      }
    },
  }
}
