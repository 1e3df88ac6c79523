import type { Market } from '@candor/rules'
import {
  addedSymbols,
  fieldsOf,
  type LiveProtocol,
  type LiveReading,
  listOf,
  liveQuote,
  present,
  readJson,
  silentReading,
} from './protocol.ts'

const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE', 'AVAX', 'LINK', 'DOT', 'XLM', 'ATOM', 'NEAR']
const productSymbols: readonly (readonly [symbol: string, code: string])[] = [
  ...coins.map((coin) => [`${coin}-USDT`, `${coin}USDT`] as const),
  ['BTC-USD', 'BTCUSD'],
  ['ETH-USD', 'ETHUSD'],
  ['LTC-USD', 'LTCUSD'],
]

/** Coinbase Advanced Trade: the ticker channel, and heartbeats; it numbers every message of a connection. */
export function coinbase(
  url = 'wss://advanced-trade-ws.coinbase.com',
  markets: readonly Market[] = [],
): LiveProtocol {
  const symbols = [...productSymbols, ...addedSymbols(markets, 'coinbase')]
  const products = symbols.map(([symbol]) => symbol)
  return {
    name: 'coinbase',
    url,
    codes: new Map(symbols),
    source: 'live',
    hello: [
      JSON.stringify({ type: 'subscribe', product_ids: products, channel: 'ticker' }),
      JSON.stringify({ type: 'subscribe', product_ids: products, channel: 'heartbeats' }),
    ],
    heartbeat: null,
    // The heartbeats channel speaks each second.
    deadAfterMs: 15_000,
    conflateMs: 0,
    read: readCoinbase,
  }
}

function readCoinbase(text: string): LiveReading {
  const message = fieldsOf(readJson(text))
  if (message.type === 'error') return { ...silentReading, refused: String(message.message) }
  const sequence = typeof message.sequence_num === 'number' ? message.sequence_num : null
  if (message.channel !== 'ticker') return { ...silentReading, sequence }
  const quotes = listOf(message.events)
    .flatMap((event) => listOf(fieldsOf(event).tickers))
    .map((ticker) => {
      const { product_id, best_bid, best_ask } = fieldsOf(ticker)
      return liveQuote(product_id, best_bid, best_ask, message.timestamp)
    })
  return { ...silentReading, sequence, quotes: quotes.filter(present) }
}
