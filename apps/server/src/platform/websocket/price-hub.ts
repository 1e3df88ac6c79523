import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { priceSubscription } from '@candor/contract'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { Heartbeat, pingEveryMs } from './heartbeat.ts'
import { PriceClient } from './price-client.ts'
import { PriceEntries } from './price-entries.ts'
import { everything, SubscriptionGroups } from './subscription-groups.ts'
import { textFrame } from './text-frame.ts'

/** Five frames a second at most (calls page, Websockets). */
const beatMs = 200
/** Enough for 200 codes of 20 characters, twice. */
const mostMessageBytes = 16 * 1024
const closeTooMuch = 1008
const nothing: ReadonlySet<string> = new Set()

/** The frames of one beat by subscription: made for the first client of a group, shared by the others. */
interface Prepared {
  readonly changed: Map<string, Buffer | null>
  readonly whole: Map<string, Buffer | null>
}

export interface PriceHubOptions {
  readonly board: MemoryPriceBoard
  /** Further sockets are refused with 503. */
  readonly mostClients?: number
  readonly pingMs?: number
  readonly nowMs?: () => number
}

/** `/websocket/message`, the public live prices: at each beat, one frame for all clients with the same subscription. */
export class PriceHub {
  private readonly entries: PriceEntries
  private readonly everyCode: ReadonlySet<string>
  private readonly board: MemoryPriceBoard
  /** Since the start: frames sent, and frames not sent because their client had not read the ones before. */
  readonly totals = { frames: 0, skipped: 0 }
  private readonly mostClients: number
  private readonly nowMs: () => number
  private readonly clients = new Set<PriceClient>()
  private readonly groups = new SubscriptionGroups()
  private readonly heartbeat = new Heartbeat()
  private readonly webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostMessageBytes,
  })
  private readonly endings: (() => void)[] = []

  constructor(options: PriceHubOptions) {
    this.board = options.board
    this.entries = new PriceEntries(options.board)
    this.everyCode = new Set(options.board.markets.map(({ code }) => code))
    this.mostClients = options.mostClients ?? 50_000
    this.nowMs = options.nowMs ?? (() => performance.now())
    this.endings.push(options.board.onDisplayed((quote) => this.entries.mark(quote.code)))
    const beat = setInterval(() => this.beat(), beatMs)
    const ping = setInterval(() => this.ping(), options.pingMs ?? pingEveryMs)
    this.endings.push(
      () => clearInterval(beat),
      () => clearInterval(ping),
    )
  }

  get size(): number {
    return this.clients.size
  }

  /** Takes over an HTTP upgrade; the caller has checked the path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.clients.size >= this.mostClients) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\r\n')
      return
    }
    this.webSockets.handleUpgrade(request, socket, head, (webSocket) =>
      this.welcome(webSocket, socket as Socket),
    )
  }

  /** Sends the changes to all clients. Called by the hub's own timer, and by a benchmark. */
  beat(): void {
    const changed = this.entries.beat()
    const prepared: Prepared = { changed: new Map(), whole: new Map() }
    for (const client of this.clients) {
      const frame = this.frameFor(client, changed, prepared)
      if (frame === null) continue
      if (client.slow) {
        client.behind = true
        this.totals.skipped += 1
        continue
      }
      client.behind = false
      client.write(frame)
      this.totals.frames += 1
    }
  }

  close(): void {
    for (const end of this.endings) end()
    for (const { webSocket } of this.clients) webSocket.close(1001)
  }

  private frameFor(client: PriceClient, changed: ReadonlySet<string>, prepared: Prepared): Buffer | null {
    const frames = client.behind ? prepared.whole : prepared.changed
    let frame = frames.get(client.group)
    if (frame === undefined) {
      const codes = client.behind ? this.entries.codes : changed
      const text = this.entries.frameText(codes, this.inFullFor(client))
      frame = text === null ? null : textFrame(text)
      frames.set(client.group, frame)
    }
    return frame
  }

  private inFullFor({ group, subscribed }: PriceClient): ReadonlySet<string> {
    if (group === '') return nothing
    return group === everything ? this.everyCode : subscribed
  }

  private welcome(webSocket: WebSocket, socket: Socket): void {
    socket.setNoDelay(true)
    const client = new PriceClient(webSocket, socket, this.nowMs())
    this.clients.add(client)
    webSocket.on('message', (data, binary) => this.hear(client, data, binary))
    this.heartbeat.watch(webSocket)
    // A broken or oversized message: the socket closes by itself, and `close` follows.
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => {
      this.clients.delete(client)
      this.groups.leave(client.group)
    })
    // One frame with every market at once; `[]` when no market has had a price yet.
    client.behind = false
    client.write(textFrame(this.entries.frameText(this.entries.codes, nothing) ?? '[]'))
  }

  private hear(client: PriceClient, data: RawData, binary: boolean): void {
    const subscription = binary ? null : readSubscription(String(data))
    if (subscription === null || !client.maySpeak(this.nowMs())) {
      client.webSocket.close(closeTooMuch)
      return
    }
    for (const code of subscription.subscribe ?? [])
      if (this.board.market(code) !== null) client.subscribed.add(code)
    for (const code of subscription.unsubscribe ?? []) client.subscribed.delete(code)
    client.join(this.groups.move(client.group, client.subscribed))
  }

  private ping(): void {
    this.heartbeat.beat([...this.clients].map(({ webSocket }) => webSocket))
  }
}

function readSubscription(text: string) {
  try {
    const parsed = priceSubscription.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
