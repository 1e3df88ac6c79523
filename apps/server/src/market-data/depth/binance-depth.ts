import type { BookLevel, MarketTrade } from '@candor/contract'
import { binance } from '../feeds/live/binance.ts'
import { type Fields, fieldsOf, listOf, liveTime, readJson } from '../feeds/live/protocol.ts'
import {
  type DepthChannel,
  type DepthProtocol,
  type DepthReading,
  isDecimal,
  silentReading,
} from './depth-protocol.ts'
import { OrderBook } from './order-book.ts'

const streamNames: Readonly<Record<DepthChannel, string>> = { book: 'depth20@100ms', trades: 'trade' }

/**
 * Connects to Binance’s partial book depth and trade streams. Each message is the whole of the twenty best levels of either side, so that none
 * depends on the one before; its number only tells which of two is newer.
 */
export function binanceDepth(url?: string): DepthProtocol {
  const { url: address, codes, heartbeat, deadAfterMs } = binance(url)
  const newest = new Map<string, number>()
  return {
    exchange: 'binance',
    url: address,
    ...{ codes, heartbeat, deadAfterMs },
    // Messages of the book do not name their market, so that each is wrapped with the name of its stream.
    hello: [JSON.stringify({ method: 'SET_PROPERTY', params: ['combined', true], id: 1 })],
    request: (method, channels, symbols) => [
      JSON.stringify({
        method: method.toUpperCase(),
        params: symbols.flatMap((symbol) =>
          channels.map((channel) => `${symbol.toLowerCase()}@${streamNames[channel]}`),
        ),
        id: 2,
      }),
    ],
    // A quiet market sends nothing: the answers to websocket pings show that the connection lives.
    staleAfterMs: 15_000,
    mostMessageBytes: 1024 * 1024,
    newBook: () => new OrderBook({ most: 20, sendsEveryLevel: false }),
    checksumOf: null,
    read: (text) => readBinanceDepth(text, newest),
  }
}

function readBinanceDepth(text: string, newest: Map<string, number>): DepthReading {
  const message = fieldsOf(readJson(text))
  const failure = message.error === undefined ? message : fieldsOf(message.error)
  if (typeof failure.msg === 'string')
    return { ...silentReading, refused: { reason: failure.msg, symbol: null } }
  const [name = '', ...stream] = String(message.stream ?? '').split('@')
  const symbol = name.toUpperCase()
  const data = fieldsOf(message.data)
  if (stream[0] === 'trade') {
    const trade = tradeOf(data)
    return trade === null ? silentReading : { ...silentReading, trades: [{ symbol, trade }] }
  }
  const number = data.lastUpdateId
  if (typeof number !== 'number' || number <= (newest.get(symbol) ?? -1)) return silentReading
  newest.set(symbol, number)
  const sides = { bids: levelsOf(data.bids), asks: levelsOf(data.asks) }
  return { ...silentReading, books: [{ symbol, whole: true, ...sides, time: null, checksum: null }] }
}

const levelsOf = (list: unknown): BookLevel[] =>
  listOf(list).flatMap((one): BookLevel[] => {
    const [price, volume] = listOf(one)
    return isDecimal(price) && isDecimal(volume) ? [[price, volume]] : []
  })

/** `m`: the buyer’s order was the waiting one. */
function tradeOf({ t, p, q, m, T, E }: Fields): MarketTrade | null {
  const time = liveTime(T ?? E)
  if (!isDecimal(p) || !isDecimal(q) || time === null) return null
  return { id: String(t), price: p, volume: q, direction: m === true ? 'sell' : 'buy', time }
}
