import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { minuteMs } from '@candor/rules/time-units.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { sendKrakenLikeDepth } from './kraken-like-depth.ts'

const quoteEveryMs = 250
/** Kraken's REST API gives the newest 720 candles of an interval. */
const mostCandles = 720

export interface KrakenLikeExchange {
  /** Environment of a server whose `auto` feed uses it. */
  readonly env: Readonly<Record<string, string>>
  /** Counts the quotes sent so far. */
  quotesSent(): number
  /** Ends every connection, and from then on those that ask for an order book. */
  stopBooks(): void
  close(): Promise<void>
}

/** The middle of bid and ask at a moment, in whole cents as an exchange has them: a slow wave. */
const middleAt = (ms: number) => inCents(50_000 + 2_000 * Math.sin(ms / (700 * minuteMs)))
const inCents = (value: number) => Number(value.toFixed(2))

/** Starts an exchange that answers as Kraken documents its channels of tickers, books and trades, and its `OHLC` call, for BTC/USDT alone. */
export async function startKrakenLikeExchange(): Promise<KrakenLikeExchange> {
  const http = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://exchange')
    const length = Number(searchParams.get('interval')) * minuteMs
    const isListed = searchParams.get('pair') === 'XBTUSDT'
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify(
        isListed
          ? { error: [], result: { XBTUSDT: rowsOf(length), last: 0 } }
          : { error: ['EQuery:Unknown asset pair'] },
      ),
    )
  })
  const sockets = new WebSocketServer({ server: http })
  let quotesSent = 0
  let books: 'on' | 'off' = 'on'
  const senders: Readonly<Record<string, (socket: WebSocket) => void>> = {
    ticker: (socket) =>
      sendTicker(socket, () => {
        quotesSent += 1
      }),
    book: (socket) =>
      books === 'off'
        ? socket.terminate()
        : sendKrakenLikeDepth(socket, 'BTC/USDT', Math.round(middleAt(Date.now()))),
  }
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => senders[channelOf(String(data))]?.(socket)),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    env: {
      CANDOR_CRYPTO_URL: `ws://127.0.0.1:${port}`,
      CANDOR_HISTORY_URL: `http://127.0.0.1:${port}`,
    },
    quotesSent: () => quotesSent,
    stopBooks: () => {
      books = 'off'
      for (const socket of sockets.clients) socket.terminate()
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** Channel of BTC/USDT that a message subscribes to; empty: of no market that is listed here. */
function channelOf(text: string): string {
  const { method, params } = JSON.parse(text) as {
    method: string
    params?: { channel: string; symbol: readonly string[] }
  }
  return method === 'subscribe' && params?.symbol.includes('BTC/USDT') ? params.channel : ''
}

function sendTicker(socket: WebSocket, onSent: () => void): void {
  const send = () => {
    onSent()
    const mid = middleAt(Date.now())
    const prices = { bid: inCents(mid - 1), ask: inCents(mid + 1) }
    const data = [{ symbol: 'BTC/USDT', ...prices, timestamp: new Date(Date.now()).toISOString() }]
    socket.send(JSON.stringify({ channel: 'ticker', type: 'update', data }))
  }
  const timer = setInterval(send, quoteEveryMs)
  socket.on('close', () => clearInterval(timer))
}

function rowsOf(length: number): readonly (readonly (string | number)[])[] {
  const newest = Math.floor(Date.now() / length) * length
  return Array.from({ length: mostCandles }, (_, at) => {
    const time = newest - (mostCandles - 1 - at) * length
    const [open, close] = [middleAt(time), middleAt(Math.min(time + length, Date.now()))]
    const [high, low] = [inCents(Math.max(open, close) + 3), inCents(Math.min(open, close) - 3)]
    return [time / 1000, ...[open, high, low, close].map(String), '0', '1.5', 4]
  })
}
