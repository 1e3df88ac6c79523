import { crc32 } from 'node:zlib'
import type { BookLevel, MarketTrade } from '@candor/contract'
import { kraken } from '../feeds/live/kraken.ts'
import { type Fields, fieldsOf, listOf, liveTime, present, readJson } from '../feeds/live/protocol.ts'
import {
  type BookChange,
  type DepthProtocol,
  type DepthReading,
  isDecimal,
  silentReading,
} from './depth-protocol.ts'
import { OrderBook } from './order-book.ts'

/** Depth of the subscription: Kraken offers 10, 25, 100, 500 or 1 000 levels a side. */
const depth = 100
const checkedLevels = 10

/** Connects to Kraken’s order books and trades, websocket API v2. Every change has a checksum of the ten best levels of either side. */
export function krakenDepth(url?: string): DepthProtocol {
  const { url: address, codes, heartbeat, deadAfterMs } = kraken(url)
  return {
    exchange: 'kraken',
    url: address,
    ...{ codes, heartbeat, deadAfterMs },
    hello: [],
    request: (method, channels, symbol) =>
      channels.map((channel) =>
        JSON.stringify({
          method,
          params: {
            ...(channel === 'book' ? { channel, symbol, depth } : { channel: 'trade', symbol }),
            ...(method === 'subscribe' && { snapshot: true }),
          },
        }),
      ),
    // It sends a heartbeat each second while anything is subscribed.
    staleAfterMs: 6_000,
    mostMessageBytes: 4 * 1024 * 1024,
    newBook: () => new OrderBook({ most: depth, sendsEveryLevel: false }),
    checksumOf: krakenChecksum,
    read: readKrakenDepth,
  }
}

/** Returns a number’s digits as the checksum counts them: without its point and without leading zeros. */
const digitsOf = (text: string): string => text.replace('.', '').replace(/^0+/, '')

/** Computes the checksum of a book: CRC-32 over the digits of the ten best asks, then bids, from the best on. */
export function krakenChecksum(book: OrderBook): number {
  const { bids, asks } = book.top(checkedLevels)
  return crc32([...asks, ...bids].map(([price, volume]) => digitsOf(price) + digitsOf(volume)).join(''))
}

/** Prices and volumes are JSON numbers whose trailing zeros count in the checksum, so that they are read as texts. */
const asTexts = (text: string): string => text.replace(/"(price|qty)":\s*([\d.]+)(?=\s*[,}])/g, '"$1":"$2"')

function readKrakenDepth(text: string): DepthReading {
  const message = fieldsOf(readJson(asTexts(text)))
  if (message.success === false) return refusalOf(message)
  const data = listOf(message.data).map(fieldsOf)
  if (message.channel === 'book') {
    const whole = message.type === 'snapshot'
    return { ...silentReading, books: data.map((entry) => bookOf(entry, whole)).filter(present) }
  }
  if (message.channel !== 'trade') return silentReading
  return {
    ...silentReading,
    trades: data.flatMap((entry) => {
      const trade = tradeOf(entry)
      return trade === null ? [] : [{ symbol: String(entry.symbol), trade }]
    }),
  }
}

/** Ending a subscription that there was none of is no refusal. */
function refusalOf({ method, error, symbol }: Fields): DepthReading {
  if (method === 'unsubscribe') return silentReading
  return {
    ...silentReading,
    refused: { reason: String(error), symbol: typeof symbol === 'string' ? symbol : null },
  }
}

function bookOf(entry: Fields, whole: boolean): BookChange | null {
  const { symbol, checksum, timestamp } = entry
  if (typeof symbol !== 'string') return null
  return {
    ...{ symbol, whole },
    bids: levelsOf(entry.bids),
    asks: levelsOf(entry.asks),
    time: liveTime(timestamp),
    checksum: typeof checksum === 'number' ? checksum : null,
  }
}

const levelsOf = (list: unknown): BookLevel[] =>
  listOf(list).flatMap((one): BookLevel[] => {
    const { price, qty } = fieldsOf(one)
    return isDecimal(price) && isDecimal(qty) ? [[price, qty]] : []
  })

function tradeOf({ trade_id, price, qty, side, timestamp }: Fields): MarketTrade | null {
  const time = liveTime(timestamp)
  if (!isDecimal(price) || !isDecimal(qty) || time === null) return null
  return { id: String(trade_id), price, volume: qty, direction: side === 'sell' ? 'sell' : 'buy', time }
}
