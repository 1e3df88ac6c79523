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

/** Our markets that Kraken lists; BTC and DOGE have these names in its API v2. */
const productSymbols: readonly (readonly [symbol: string, code: string])[] = [
  ...['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE', 'AVAX', 'LINK', 'DOT', 'LTC', 'BCH', 'ATOM'].map(
    (coin) => [`${coin}/USDT`, `${coin}USDT`] as const,
  ),
  ['BTC/USD', 'BTCUSD'],
  ['ETH/USD', 'ETHUSD'],
  ['LTC/USD', 'LTCUSD'],
]

/** Connects to Kraken, websocket API v2, also for the symbols of added markets: the ticker channel, at every change of the best bid or ask. */
export function kraken(url = 'wss://ws.kraken.com/v2', markets: readonly Market[] = []): LiveProtocol {
  const symbols = [...productSymbols, ...addedSymbols(markets, 'kraken')]
  const subscribe = {
    method: 'subscribe',
    params: {
      channel: 'ticker',
      symbol: symbols.map(([symbol]) => symbol),
      event_trigger: 'bbo',
      snapshot: true,
    },
    req_id: 1,
  }
  return {
    name: 'kraken',
    url,
    codes: new Map(symbols),
    source: 'live',
    hello: [JSON.stringify(subscribe)],
    heartbeat: JSON.stringify({ method: 'ping', req_id: 2 }),
    // It sends a heartbeat each second while anything is subscribed.
    deadAfterMs: 15_000,
    conflateMs: 0,
    read: readKraken,
  }
}

function readKraken(text: string): LiveReading {
  const message = fieldsOf(readJson(text))
  if (message.success === false)
    return { ...silentReading, refused: `${String(message.error)} ${String(message.symbol ?? '')}`.trim() }
  if (message.channel !== 'ticker') return silentReading
  const quotes = listOf(message.data).map((entry) => {
    const { symbol, bid, ask, timestamp } = fieldsOf(entry)
    return liveQuote(symbol, bid, ask, timestamp)
  })
  return { ...silentReading, quotes: quotes.filter(present) }
}
