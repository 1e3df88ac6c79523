import type { BookLevel } from '@candor/contract'
import type { WebSocket } from 'ws'
import { krakenChecksum } from '../../market-data/depth/kraken-depth.ts'
import { OrderBook } from '../../market-data/depth/order-book.ts'

const changeEveryMs = 200
const levels = 100

/** Writes levels as Kraken does: numbers with all their decimals. */
const written = (side: readonly BookLevel[]): string =>
  `[${side.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join(',')}]`

/** Writes a frame of Kraken's book channel for what the book is after it. */
export function krakenBookFrame(
  type: 'snapshot' | 'update',
  { symbol, bids, asks }: { symbol: string; bids: readonly BookLevel[]; asks: readonly BookLevel[] },
  book: OrderBook,
): string {
  const entry = `"symbol":"${symbol}","bids":${written(bids)},"asks":${written(asks)}`
  const timestamp = new Date().toISOString()
  return `{"channel":"book","type":"${type}","data":[{${entry},"checksum":${krakenChecksum(book)},"timestamp":"${timestamp}"}]}`
}

/** A volume that differs from level to level and from change to change, in the decimals of an exchange. */
const volumeAt = (level: number, turn: number): string =>
  (0.05 + ((level * 37 + turn * 11) % 97) / 60).toFixed(8)

/** Sends order book and trades of a market on a connection as Kraken does, around a middle, until the connection closes. */
export function sendKrakenLikeDepth(socket: WebSocket, symbol: string, middle: number): void {
  const book = new OrderBook({ most: levels, sendsEveryLevel: false })
  const side = (sign: 1 | -1): BookLevel[] =>
    Array.from({ length: levels }, (_, at) => [(middle + sign * (1 + at * 0.7)).toFixed(1), volumeAt(at, 0)])
  const [bids, asks] = [side(-1), side(1)]
  book.replace(bids, asks)
  socket.send(krakenBookFrame('snapshot', { symbol, bids, asks }, book))
  socket.send(tradesFrame('snapshot', symbol, middle, [1, 2, 3, 4, 5, 6, 7, 8]))
  let turn = 8
  const change = () => {
    turn += 1
    const changed = [turn % 7, 7 + (turn % 5)]
    const some = (own: readonly BookLevel[]) =>
      changed.flatMap((at): BookLevel[] => (own[at] ? [[own[at][0], volumeAt(at, turn)]] : []))
    const update = { symbol, bids: some(bids), asks: some(asks) }
    book.change(update.bids, update.asks)
    socket.send(krakenBookFrame('update', update, book))
    socket.send(tradesFrame('update', symbol, middle, [turn]))
  }
  const timer = setInterval(change, changeEveryMs)
  socket.on('close', () => clearInterval(timer))
}

function tradesFrame(
  type: 'snapshot' | 'update',
  symbol: string,
  middle: number,
  ids: readonly number[],
): string {
  const trades = ids.map((id) => {
    const side = id % 3 === 0 ? 'sell' : 'buy'
    const price = (middle + (side === 'buy' ? 1 : -1)).toFixed(1)
    const at = type === 'snapshot' ? Date.now() - (10 - id) * 1_000 : Date.now()
    const timestamp = new Date(at).toISOString()
    return `{"symbol":"${symbol}","side":"${side}","price":${price},"qty":${volumeAt(id, id)},"ord_type":"market","trade_id":${id},"timestamp":"${timestamp}"}`
  })
  return `{"channel":"trade","type":"${type}","data":[${trades.join(',')}]}`
}
