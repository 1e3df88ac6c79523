import { allMarkets, type Market } from '@candor/rules'
import {
  addedSymbols,
  fieldsOf,
  type LiveProtocol,
  type LiveReading,
  liveQuote,
  readJson,
  silentReading,
} from './protocol.ts'

const productSymbols = allMarkets
  .filter((market) => market.type === 2 && market.quoteCurrency === 'USDT')
  .map(({ code }) => [code, code] as const)

/** Connects to Binance: the best bid and ask of every pair against USDT. Its update numbers rise but skip, so they only order quotes. */
export function binance(
  url = 'wss://stream.binance.com:9443/ws',
  markets: readonly Market[] = [],
): LiveProtocol {
  const symbols = [...productSymbols, ...addedSymbols(markets, 'binance')]
  const newest = new Map<string, number>()
  const params = symbols.map(([symbol]) => `${symbol.toLowerCase()}@bookTicker`)
  return {
    name: 'binance',
    url,
    codes: new Map(symbols),
    source: 'live',
    hello: [JSON.stringify({ method: 'SUBSCRIBE', params, id: 1 })],
    heartbeat: null,
    deadAfterMs: 30_000,
    // Hundreds of messages a second: the newest of each tenth of a second is what anybody could act on.
    conflateMs: 100,
    read: (text) => readBinance(text, newest),
  }
}

function readBinance(text: string, newest: Map<string, number>): LiveReading {
  const message = fieldsOf(readJson(text))
  // A combined stream wraps each message in { stream, data }.
  const data = message.data === undefined ? message : fieldsOf(message.data)
  const failure = fieldsOf(message.error)
  if (failure.msg !== undefined) return { ...silentReading, refused: String(failure.msg) }
  const isTicker = data.e === 'bookTicker' || (data.e === undefined && data.u !== undefined)
  const quote = isTicker ? liveQuote(data.s, data.b, data.a, data.T ?? data.E) : null
  if (quote === null || typeof data.u !== 'number') return silentReading
  if (data.u <= (newest.get(quote.symbol) ?? -1)) return silentReading
  newest.set(quote.symbol, data.u)
  return { ...silentReading, quotes: [quote] }
}
