import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { depthSubscription, mostDepthMarkets } from '@candor/contract'
import type { z } from 'zod'
import type { DepthSource } from '../../market-data/depth/depth-view.ts'
import { DepthFrames } from './depth-frames.ts'
import { Subscriber } from './subscriber.ts'
import { type SocketLimits, SubscriberSockets } from './subscriber-sockets.ts'

/** Four frames a second and market at most. */
const beatMs = 250
const mostMessageBytes = 1024

/** One socket on `/websocket/depth`. */
class DepthClient extends Subscriber {
  /** By code: true when its next frame is a whole one. */
  readonly behind = new Map<string, boolean>()
}

interface WatchedMarket {
  readonly frames: DepthFrames
  readonly clients: Set<DepthClient>
  readonly stopWatching: () => void
}

export interface DepthHubOptions extends SocketLimits {
  readonly depth: DepthSource
  /** True for a code that is a market. */
  readonly isMarket: (code: string) => boolean
}

type DepthSubscription = z.infer<typeof depthSubscription>

/** `/websocket/depth`, order books and trades for everyone: of the markets that a client subscribes to, at each beat what changed. */
export class DepthHub {
  private readonly depth: DepthSource
  private readonly isMarket: DepthHubOptions['isMarket']
  private readonly watched = new Map<string, WatchedMarket>()
  private readonly sockets: SubscriberSockets<DepthClient, DepthSubscription>
  private readonly beats: NodeJS.Timeout

  constructor({ depth, isMarket, ...limits }: DepthHubOptions) {
    this.depth = depth
    this.isMarket = isMarket
    this.sockets = new SubscriberSockets(
      {
        ...{ mostMessageBytes, subscription: depthSubscription },
        open: (...args) => new DepthClient(...args),
        subscribe: (client, subscription) => this.subscribe(client, subscription),
        leave: (client) => {
          for (const code of [...client.behind.keys()]) this.leave(client, code)
        },
      },
      limits,
    )
    this.beats = setInterval(() => this.beat(), beatMs)
  }

  get size(): number {
    return this.sockets.clients.size
  }

  /** Takes over an HTTP upgrade; the caller has checked the path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.upgrade(request, socket, head)
  }

  close(): void {
    clearInterval(this.beats)
    for (const { stopWatching } of this.watched.values()) stopWatching()
    this.watched.clear()
    this.sockets.close()
  }

  private subscribe(client: DepthClient, { subscribe = [], unsubscribe = [] }: DepthSubscription): void {
    for (const code of unsubscribe) this.leave(client, code)
    for (const code of subscribe) if (this.isMarket(code)) this.join(client, code)
    if (client.behind.size > mostDepthMarkets) client.dismiss()
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
    const stopWatching = this.depth.watch(code)
    const watched = { frames: new DepthFrames(code), clients: new Set<DepthClient>(), stopWatching }
    watched.frames.beat(this.depth.view(code))
    this.watched.set(code, watched)
    return watched
  }

  private beat(): void {
    for (const [code, watched] of this.watched) {
      watched.frames.beat(this.depth.view(code))
      for (const client of watched.clients) this.write(client, code, watched)
    }
  }

  private write(client: DepthClient, code: string, { frames }: WatchedMarket): void {
    const frame = client.behind.get(code) === true ? frames.whole : frames.changed
    if (frame === null) return
    const { slow } = client
    client.behind.set(code, slow)
    if (!slow) client.write(frame)
  }
}
