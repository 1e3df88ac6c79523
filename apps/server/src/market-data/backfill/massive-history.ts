import { allMarkets, type IntervalName, intervalMs, type Market } from '@candor/rules'
import { addedSymbols, fieldsOf } from '../feeds/live/protocol.ts'
import {
  type HistoryReading,
  type HistorySource,
  type IntervalLimits,
  readCandle,
  readCandles,
  readFields,
  refusal,
} from './history-source.ts'

const dayMs = intervalMs['1d']

/** It makes bars of an hour or less from at most 50 000 minutes a request (34 days); a page of minutes is kept to a few thousand bars. */
const limits: Readonly<Partial<Record<IntervalName, IntervalLimits>>> = {
  '1m': { pageMs: 4 * dayMs, reachMs: null },
  '5m': { pageMs: 15 * dayMs, reachMs: null },
  '15m': { pageMs: 30 * dayMs, reachMs: null },
  '1h': { pageMs: 30 * dayMs, reachMs: null },
  '1d': { pageMs: 730 * dayMs, reachMs: null },
}

const spans: Readonly<Partial<Record<IntervalName, string>>> = {
  '1m': '1/minute',
  '5m': '5/minute',
  '15m': '15/minute',
  '1h': '1/hour',
  '1d': '1/day',
}

export interface MassiveHistorySettings {
  readonly key: string
  readonly requestsPerMinute: number
  readonly url?: string | undefined
  /** Added ones are asked for by their symbols. */
  readonly markets?: readonly Market[]
}

/** Massive (formerly Polygon), aggregates of forex pairs and US stocks, adjusted for splits; five requests a minute without a paid plan. */
export function massiveHistory(settings: MassiveHistorySettings): HistorySource {
  const { key, requestsPerMinute, url = 'https://api.massive.com', markets = [] } = settings
  const forex = allMarkets.filter(({ type }) => type === 1).map(({ code }) => [code, `C:${code}`] as const)
  const stocks = allMarkets.filter(({ type }) => type === 3).map(({ code }) => [code, code] as const)
  return {
    origin: 'massive',
    symbols: new Map([...forex, ...stocks, ...tickersOf(markets)]),
    limits,
    requestsPerMinute,
    headers: { Authorization: `Bearer ${key}` },
    addressOf: (ticker, interval, { from, to }) =>
      `${url}/v2/aggs/ticker/${ticker}/range/${spans[interval]}/${from}/${to - 1}?adjusted=true&sort=asc&limit=50000`,
    read: readAggregates,
  }
}

/** Returns the tickers of added forex pairs and stocks, by code. */
const tickersOf = (markets: readonly Market[]): (readonly [code: string, ticker: string])[] =>
  [1, 3].flatMap((type) =>
    addedSymbols(
      markets.filter((market) => market.type === type),
      'massive',
    ).map(([symbol, code]) => [code, type === 1 ? `C:${symbol}` : symbol] as const),
  )

function readAggregates(text: string): HistoryReading {
  const { status, error, message, results, resultsCount } = readFields(text)
  if (status !== 'OK' && status !== 'DELAYED')
    return refusal(error ?? message, /exceeded|too many/i.test(String(error ?? message)))
  // A stretch without a trade has no list at all.
  if (results === undefined && resultsCount !== 0 && resultsCount !== undefined) return refusal(undefined)
  return {
    candles: readCandles(results ?? [], (row) => {
      const { t, o, h, l, c, v } = fieldsOf(row)
      return readCandle(Number(t), { open: o, high: h, low: l, close: c, volume: v })
    }),
  }
}
