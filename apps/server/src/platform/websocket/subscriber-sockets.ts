import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { z } from 'zod'
import { Heartbeat, pingEveryMs } from './heartbeat.ts'
import type { Subscriber } from './subscriber.ts'

export interface SocketLimits {
  /** Further sockets are refused with 503. */
  readonly mostClients?: number
  readonly pingMs?: number
  readonly nowMs?: () => number
}

/** Use that a hub makes of its sockets. */
interface SocketUse<Client extends Subscriber, Subscription> {
  readonly mostMessageBytes: number
  /** Message that a client may send; any other closes its socket. */
  readonly subscription: z.ZodType<Subscription>
  readonly open: (webSocket: WebSocket, socket: Socket, nowMs: number) => Client
  /** Sends a new client its first frame. */
  readonly welcome?: (client: Client) => void
  readonly subscribe: (client: Client, subscription: Subscription) => void
  readonly leave: (client: Client) => void
}

/** Open sockets of a hub whose clients only subscribe: they are limited in number, size and rate of messages, and pinged. */
export class SubscriberSockets<Client extends Subscriber, Subscription> {
  readonly clients = new Set<Client>()
  private readonly use: SocketUse<Client, Subscription>
  private readonly mostClients: number
  private readonly nowMs: () => number
  private readonly heartbeat = new Heartbeat()
  private readonly server: WebSocketServer
  private readonly pings: NodeJS.Timeout

  constructor(use: SocketUse<Client, Subscription>, limits: SocketLimits) {
    this.use = use
    this.mostClients = limits.mostClients ?? 50_000
    this.nowMs = limits.nowMs ?? (() => performance.now())
    this.server = new WebSocketServer({
      ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
      maxPayload: use.mostMessageBytes,
    })
    this.pings = setInterval(
      () => this.heartbeat.beat([...this.clients].map(({ webSocket }) => webSocket)),
      limits.pingMs ?? pingEveryMs,
    )
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.clients.size >= this.mostClients) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\r\n')
      return
    }
    this.server.handleUpgrade(request, socket, head, (webSocket) => this.admit(webSocket, socket as Socket))
  }

  close(): void {
    clearInterval(this.pings)
    for (const { webSocket } of this.clients) webSocket.close(1001)
  }

  private admit(webSocket: WebSocket, socket: Socket): void {
    socket.setNoDelay(true)
    const client = this.use.open(webSocket, socket, this.nowMs())
    this.clients.add(client)
    webSocket.on('message', (data, binary) => this.hear(client, data, binary))
    this.heartbeat.watch(webSocket)
    // A broken or oversized message: the socket closes by itself, and `close` follows.
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => {
      this.clients.delete(client)
      this.use.leave(client)
    })
    this.use.welcome?.(client)
  }

  private hear(client: Client, data: RawData, binary: boolean): void {
    const subscription = binary ? null : this.read(String(data))
    if (subscription === null || !client.maySpeak(this.nowMs())) client.dismiss()
    else this.use.subscribe(client, subscription)
  }

  private read(text: string): Subscription | null {
    try {
      const parsed = this.use.subscription.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }
}
