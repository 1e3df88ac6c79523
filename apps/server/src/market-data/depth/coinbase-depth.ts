import type { BookLevel, MarketTrade } from '@candor/contract'
import { coinbase } from '../feeds/live/coinbase.ts'
import { type Fields, fieldsOf, listOf, liveTime, readJson } from '../feeds/live/protocol.ts'
import {
  type BookChange,
  type DepthChannel,
  type DepthProtocol,
  type DepthReading,
  isDecimal,
  type NewTrade,
  silentReading,
} from './depth-protocol.ts'
import { OrderBook } from './order-book.ts'

const channelNames: Readonly<Record<DepthChannel, string>> = { book: 'level2', trades: 'market_trades' }

/**
 * Connects to Coinbase Advanced Trade: the channels `level2`, which sends the whole book and then every change, and `market_trades`. It numbers
 * every message of a connection, so that a gap is noticed.
 */
export function coinbaseDepth(url?: string): DepthProtocol {
  const { url: address, codes, hello, heartbeat, deadAfterMs } = coinbase(url)
  return {
    exchange: 'coinbase',
    url: address,
    ...{ codes, heartbeat, deadAfterMs },
    // Without heartbeats, it closes the channels of a market in which nothing happens.
    hello: hello.filter((text) => text.includes('heartbeats')),
    request: (type, channels, product_ids) =>
      channels.map((channel) => JSON.stringify({ type, product_ids, channel: channelNames[channel] })),
    staleAfterMs: 6_000,
    // The whole book of a large market has tens of thousands of levels.
    mostMessageBytes: 32 * 1024 * 1024,
    newBook: () => new OrderBook({ most: 1_000, sendsEveryLevel: true }),
    checksumOf: null,
    read: readCoinbaseDepth,
  }
}

function readCoinbaseDepth(text: string): DepthReading {
  const message = fieldsOf(readJson(text))
  if (message.type === 'error')
    return { ...silentReading, refused: { reason: String(message.message), symbol: null } }
  const sequence = typeof message.sequence_num === 'number' ? message.sequence_num : null
  const events = listOf(message.events).map(fieldsOf)
  const time = liveTime(message.timestamp)
  if (message.channel === 'l2_data')
    return { ...silentReading, sequence, books: events.flatMap((event) => bookOf(event, time)) }
  if (message.channel === 'market_trades')
    return { ...silentReading, sequence, trades: events.flatMap((event) => tradesOf(event)) }
  return { ...silentReading, sequence }
}

function bookOf({ type, product_id, updates }: Fields, time: number | null): BookChange[] {
  if (typeof product_id !== 'string') return []
  const bids: BookLevel[] = []
  const asks: BookLevel[] = []
  for (const { side, price_level, new_quantity } of listOf(updates).map(fieldsOf))
    if (isDecimal(price_level) && isDecimal(new_quantity))
      (side === 'bid' ? bids : asks).push([price_level, new_quantity])
  return [{ symbol: product_id, whole: type === 'snapshot', bids, asks, time, checksum: null }]
}

const tradesOf = ({ trades }: Fields): NewTrade[] =>
  listOf(trades).flatMap((one) => {
    const fields = fieldsOf(one)
    const trade = tradeOf(fields)
    return trade === null ? [] : [{ symbol: String(fields.product_id), trade }]
  })

/** Its `side` is that of the waiting order: the order that met it is on the other one. */
function tradeOf({ trade_id, price, size, side, time }: Fields): MarketTrade | null {
  const at = liveTime(time)
  if (!isDecimal(price) || !isDecimal(size) || at === null) return null
  return { id: String(trade_id), price, volume: size, direction: side === 'SELL' ? 'buy' : 'sell', time: at }
}
