import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  endEvent,
  type FillSplit,
  type LocalRules,
  type OrderRequest,
  orderJson,
  positionJson,
  readQuantity,
  symbolJson,
  type TwoSided,
  tradeEvent,
  tradeJson,
  VenueAccount,
} from './venue-account.ts'

/** Faults of the line and the exchange, each asked for once a request or an event. */
export interface VenueFaults {
  /**
   * `lost`: the request never arrives. `unanswered`: it is carried out, and the connection is cut. `late`: the connection is cut, and it is
   * carried out a moment later. `busy`: refused unread.
   */
  readonly onRequest?: (path: string) => 'lost' | 'unanswered' | 'late' | 'busy' | null
  /** Milliseconds before a request is read. */
  readonly delayMs?: () => number
  /** Number of times that an event of the stream is sent; 0 loses it. */
  readonly copies?: () => number
  readonly parts?: FillSplit
}

export interface VenueServerOptions {
  readonly keys: { readonly key: string; readonly secret: string }
  readonly symbols: Readonly<Record<string, LocalRules>>
  /** Null: nobody makes a price, and orders are refused. */
  readonly priceOf: (symbol: string) => TwoSided | null
  readonly now?: () => number
  /** Called after each trade, for the console of who runs it. */
  readonly onTrade?: (text: string) => void
}

interface Refusal {
  readonly status: number
  readonly code: number
  readonly msg: string
}
const refuse = (code: number, msg: string, status = 400): Refusal => ({ status, code, msg })
type Reply = { readonly body: unknown } | Refusal
const wholeAtOnce: FillSplit = (quantity) => [quantity]
const mostTrades = 1_000
/** Within the receive window, and after the first question for an order that was not answered. */
const lateMs = 200

/** A venue on this machine that speaks as the exchange's futures do: signed REST requests and a stream of the account's orders. No money is real. */
export class VenueServer {
  readonly account = new VenueAccount()
  faults: VenueFaults = {}
  private readonly options: VenueServerOptions
  private readonly server: Server
  private readonly streams = new WebSocketServer({ noServer: true })
  private readonly sockets = new Set<Socket>()
  private readonly listenKeys = new Set<string>()
  private readonly now: () => number

  constructor(options: VenueServerOptions) {
    this.options = options
    this.now = options.now ?? Date.now
    this.server = createServer((request, response) => {
      this.receive(request, response).catch(() => request.socket.destroy())
    })
    this.server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    })
    this.server.on('upgrade', (request, socket, head) => {
      const key = request.url?.replace('/ws/', '') ?? ''
      if (!this.listenKeys.has(key)) socket.destroy()
      else this.streams.handleUpgrade(request, socket, head, () => undefined)
    })
  }

  /** Listens on this machine alone. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', resolve)
    })
    return (this.server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.disconnect()
    this.streams.close()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Cuts every connection, streams and requests alike. */
  disconnect(): void {
    for (const stream of this.streams.clients) stream.terminate()
    for (const socket of this.sockets) socket.destroy()
  }

  /** Cuts the streams alone. */
  disconnectStreams(): void {
    for (const stream of this.streams.clients) stream.terminate()
  }

  get streamCount(): number {
    return [...this.streams.clients].filter((stream: WebSocket) => stream.readyState === stream.OPEN).length
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://venue')
    const fault = this.faults.onRequest?.(`${request.method} ${url.pathname}`) ?? null
    if (fault === 'lost' || fault === 'late') request.socket.destroy()
    if (fault === 'lost') return
    await sleep(fault === 'late' ? lateMs : (this.faults.delayMs?.() ?? 0))
    const reply = fault === 'busy' ? refuse(-1008, 'Server is busy', 503) : this.respond(request, url)
    if (fault === 'unanswered') request.socket.destroy()
    else if (fault !== 'late') send(response, reply)
  }

  private respond(request: IncomingMessage, url: URL): Reply {
    const call = `${request.method} ${url.pathname}`
    if (call === 'GET /fapi/v1/time') return { body: { serverTime: this.now() } }
    if (call === 'GET /fapi/v1/exchangeInfo')
      return {
        body: { symbols: Object.entries(this.options.symbols).map(([name, own]) => symbolJson(name, own)) },
      }
    const refused = this.refusesSignature(request, url)
    if (refused !== null) return refused
    const { searchParams: fields } = url
    if (call === 'POST /fapi/v1/listenKey') return { body: { listenKey: this.newListenKey() } }
    if (call === 'PUT /fapi/v1/listenKey') return { body: {} }
    if (call === 'POST /fapi/v1/order') return this.place(fields)
    if (call === 'GET /fapi/v1/order') return this.findOrder(fields)
    if (call === 'GET /fapi/v1/userTrades') return { body: this.tradesOf(fields).map(tradeJson) }
    if (call === 'GET /fapi/v3/positionRisk') return { body: this.positions() }
    return refuse(-1000, `no such call: ${call}`, 404)
  }

  private refusesSignature(request: IncomingMessage, url: URL): Refusal | null {
    const { key, secret } = this.options.keys
    if (request.headers['x-mbx-apikey'] !== key) return refuse(-2015, 'Invalid API-key', 401)
    const [signedText = '', signature = ''] = url.search.slice(1).split('&signature=')
    const expected = createHmac('sha256', secret).update(signedText).digest('hex')
    const isSigned =
      signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
    if (!isSigned) return refuse(-1022, 'Signature for this request is not valid.')
    const sentAt = Number(url.searchParams.get('timestamp'))
    const window = Number(url.searchParams.get('recvWindow') ?? 5_000)
    const ageMs = this.now() - sentAt
    return ageMs > window || ageMs < -1_000 ? refuse(-1021, 'Timestamp is outside of the recvWindow.') : null
  }

  private newListenKey(): string {
    const key = randomUUID()
    this.listenKeys.add(key)
    return key
  }

  private place(fields: URLSearchParams): Reply {
    const request = requestOf(fields, this.options.symbols)
    if ('code' in request) return request
    const price = this.options.priceOf(request.symbol)
    if (price === null) return refuse(-4131, 'The counterparty’s best price does not meet the filter limit.')
    const placed = this.account.place(request, price, {
      parts: this.faults.parts ?? wholeAtOnce,
      now: this.now(),
    })
    if (placed === null) return refuse(-4116, 'ClientOrderId is duplicated.')
    const { order, trades } = placed
    for (const trade of trades) this.emit(tradeEvent(trade))
    if (order.status === 'EXPIRED') this.emit(endEvent(order))
    this.options.onTrade?.(`${order.side} ${fields.get('quantity')} ${order.symbol}: ${order.status}`)
    return { body: orderJson(order) }
  }

  private findOrder(fields: URLSearchParams): Reply {
    const orderId = fields.get('orderId')
    const order = this.account.find(fields.get('symbol') ?? '', {
      clientId: fields.get('origClientOrderId'),
      orderId: orderId === null ? null : Number(orderId),
    })
    return order === null ? refuse(-2013, 'Order does not exist.') : { body: orderJson(order) }
  }

  private tradesOf(fields: URLSearchParams) {
    const number = (name: string, otherwise: number) => Number(fields.get(name) ?? otherwise)
    const [from, to, fromId] = [number('startTime', 0), number('endTime', Infinity), number('fromId', 0)]
    const orderId = fields.get('orderId')
    return this.account.trades
      .filter(
        ({ id, order, time }) =>
          order.symbol === fields.get('symbol') &&
          (orderId === null || order.orderId === Number(orderId)) &&
          [id >= fromId, time >= from, time <= to].every(Boolean),
      )
      .slice(0, Math.min(number('limit', 500), mostTrades))
  }

  private positions() {
    return Object.keys(this.options.symbols).map((symbol) =>
      positionJson(symbol, this.account.position(symbol)),
    )
  }

  private emit(event: object): void {
    const text = JSON.stringify(event)
    for (let copy = this.faults.copies?.() ?? 1; copy > 0; copy -= 1)
      for (const stream of this.streams.clients) stream.send(text)
  }
}

function isOrderSize(quantity: bigint, { step, minimum, most }: LocalRules): boolean {
  const [unit, least, largest] = [step, minimum, most].map((text) => readQuantity(text) ?? 0n)
  return quantity % (unit || 1n) === 0n && quantity >= (least ?? 0n) && quantity <= (largest ?? 0n)
}

function send(response: ServerResponse, reply: Reply): void {
  const isRefused = 'code' in reply
  response.writeHead(isRefused ? reply.status : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isRefused ? { code: reply.code, msg: reply.msg } : reply.body))
}

/** Reads a new order, as strictly as the exchange does. */
function requestOf(fields: URLSearchParams, symbols: VenueServerOptions['symbols']): OrderRequest | Refusal {
  const field = (name: string) => fields.get(name) ?? ''
  const [symbol, side, clientOrderId] = [field('symbol'), field('side'), field('newClientOrderId')]
  const own = symbols[symbol]
  if (own === undefined) return refuse(-1121, 'Invalid market.')
  const quantity = readQuantity(field('quantity'))
  if (quantity === null || !isOrderSize(quantity, own)) return refuse(-1111, 'Precision is over the maximum.')
  if (!/^[.A-Z:/a-z0-9_-]{1,36}$/.test(clientOrderId)) return refuse(-4015, 'Client order id is not valid.')
  return isSide(side) && field('type') === 'MARKET'
    ? { symbol, side, clientOrderId, quantity }
    : refuse(-1116, 'Invalid orderType.')
}

const isSide = (text: string): text is 'BUY' | 'SELL' => text === 'BUY' || text === 'SELL'
