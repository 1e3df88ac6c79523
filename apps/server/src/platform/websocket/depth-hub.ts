import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { depthSubscription, mostDepthMarkets } from '@candor/contract'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { DepthSource } from '../../market-data/depth/depth-view.ts'
import { DepthFrames } from './depth-frames.ts'
import { Heartbeat, pingEveryMs } from './heartbeat.ts'
import { MessageBudget } from './message-budget.ts'

/** Four frames a second and market at most. */
const beatMs = 250
const mostMessageBytes = 1024
/** A client with more unread bytes gets no more frames until it has read them; then it gets the whole book. */
const mostWaitingBytes = 256 * 1024
const closeTooMuch = 1008

interface DepthClient {
  readonly webSocket: WebSocket
  readonly socket: Socket
  readonly budget: MessageBudget
  /** By code: true when its next frame is a whole one. */
  readonly behind: Map<string, boolean>
}

interface WatchedMarket {
  readonly frames: DepthFrames
  readonly clients: Set<DepthClient>
  readonly stopWatching: () => void
}

export interface DepthHubOptions {
  readonly depth: DepthSource
  /** True for a code that is a market. */
  readonly isMarket: (code: string) => boolean
  /** Further sockets are refused with 503. */
  readonly mostClients?: number
  readonly pingMs?: number
  readonly nowMs?: () => number
}

/** `/websocket/depth`, order books and trades for everyone: of the markets that a client subscribes to, at each beat what changed. */
export class DepthHub {
  private readonly options: DepthHubOptions
  private readonly clients = new Set<DepthClient>()
  private readonly watched = new Map<string, WatchedMarket>()
  private readonly heartbeat = new Heartbeat()
  private readonly nowMs: () => number
  private readonly webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostMessageBytes,
  })
  private readonly timers: readonly NodeJS.Timeout[]

  constructor(options: DepthHubOptions) {
    this.options = options
    this.nowMs = options.nowMs ?? (() => performance.now())
    this.timers = [
      setInterval(() => this.beat(), beatMs),
      setInterval(
        () => this.heartbeat.beat([...this.clients].map(({ webSocket }) => webSocket)),
        options.pingMs ?? pingEveryMs,
      ),
    ]
  }

  get size(): number {
    return this.clients.size
  }

  /** Takes over an HTTP upgrade; the caller has checked the path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.clients.size >= (this.options.mostClients ?? 50_000)) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\r\n')
      return
    }
    this.webSockets.handleUpgrade(request, socket, head, (webSocket) =>
      this.welcome(webSocket, socket as Socket),
    )
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer)
    for (const { stopWatching } of this.watched.values()) stopWatching()
    this.watched.clear()
    for (const { webSocket } of this.clients) webSocket.close(1001)
  }

  private welcome(webSocket: WebSocket, socket: Socket): void {
    socket.setNoDelay(true)
    const budget = new MessageBudget(this.nowMs())
    const client: DepthClient = { webSocket, socket, budget, behind: new Map() }
    this.clients.add(client)
    webSocket.on('message', (data, binary) => this.hear(client, data, binary))
    this.heartbeat.watch(webSocket)
    // A broken or oversized message: the socket closes by itself, and `close` follows.
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => {
      this.clients.delete(client)
      for (const code of [...client.behind.keys()]) this.leave(client, code)
    })
  }

  private hear(client: DepthClient, data: RawData, binary: boolean): void {
    const subscription = binary ? null : readSubscription(String(data))
    if (subscription === null || !client.budget.spend(this.nowMs())) {
      client.webSocket.close(closeTooMuch)
      return
    }
    for (const code of subscription.unsubscribe ?? []) this.leave(client, code)
    for (const code of subscription.subscribe ?? []) if (this.options.isMarket(code)) this.join(client, code)
    if (client.behind.size > mostDepthMarkets) client.webSocket.close(closeTooMuch)
  }

  /** Sends what is known at once; the next beats send what changes. */
  private join(client: DepthClient, code: string): void {
    const watched = this.watched.get(code) ?? this.startWatching(code)
    watched.clients.add(client)
    client.behind.set(code, true)
    this.write(client, code, watched)
  }

  private leave(client: DepthClient, code: string): void {
    const watched = this.watched.get(code)
    if (!client.behind.delete(code) || watched === undefined) return
    watched.clients.delete(client)
    if (watched.clients.size > 0) return
    watched.stopWatching()
    this.watched.delete(code)
  }

  private startWatching(code: string): WatchedMarket {
    const { depth } = this.options
    const stopWatching = depth.watch(code)
    const watched = { frames: new DepthFrames(code), clients: new Set<DepthClient>(), stopWatching }
    watched.frames.beat(depth.view(code))
    this.watched.set(code, watched)
    return watched
  }

  private beat(): void {
    for (const [code, watched] of this.watched) {
      watched.frames.beat(this.options.depth.view(code))
      for (const client of watched.clients) this.write(client, code, watched)
    }
  }

  /** Writes a client's frame of this beat. The socket's own queue is the only one there is. */
  private write(client: DepthClient, code: string, { frames }: WatchedMarket): void {
    const isBehind = client.behind.get(code) === true
    const frame = isBehind ? frames.whole : frames.changed
    if (frame === null) return
    const isSlow = client.socket.writableLength > mostWaitingBytes
    client.behind.set(code, isSlow)
    if (!isSlow) client.socket.write(frame)
  }
}

function readSubscription(text: string) {
  try {
    const parsed = depthSubscription.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
