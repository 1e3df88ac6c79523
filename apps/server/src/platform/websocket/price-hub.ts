import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { priceSubscription } from '@candor/contract'
import type { z } from 'zod'
import type { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { PriceClient } from './price-client.ts'
import { PriceEntries } from './price-entries.ts'
import { type SocketLimits, SubscriberSockets } from './subscriber-sockets.ts'
import { everything, SubscriptionGroups } from './subscription-groups.ts'
import { textFrame } from './text-frame.ts'

/** Five frames a second at most (calls page, Websockets). */
const beatMs = 200
/** Enough for 200 codes of 20 characters, twice. */
const mostMessageBytes = 16 * 1024
const nothing: ReadonlySet<string> = new Set()

/** The frames of one beat by subscription: made for the first client of a group, shared by the others. */
interface Prepared {
  readonly changed: Map<string, Buffer | null>
  readonly whole: Map<string, Buffer | null>
}

export interface PriceHubOptions extends SocketLimits {
  readonly board: MemoryPriceBoard
}

type PriceSubscription = z.infer<typeof priceSubscription>

/** `/websocket/message`, the public live prices: at each beat, one frame for all clients with the same subscription. */
export class PriceHub {
  private readonly entries: PriceEntries
  private readonly everyCode: Set<string>
  private readonly board: MemoryPriceBoard
  /** Since the start: frames sent, and frames not sent because their client had not read the ones before. */
  readonly totals = { frames: 0, skipped: 0 }
  private readonly sockets: SubscriberSockets<PriceClient, PriceSubscription>
  private readonly groups = new SubscriptionGroups()
  private readonly endings: readonly (() => void)[]

  constructor({ board, ...limits }: PriceHubOptions) {
    this.board = board
    this.entries = new PriceEntries(board)
    this.everyCode = new Set(board.markets.map(({ code }) => code))
    this.sockets = new SubscriberSockets(
      {
        ...{ mostMessageBytes, subscription: priceSubscription },
        open: (...args) => new PriceClient(...args),
        welcome: (client) => this.welcome(client),
        subscribe: (client, subscription) => this.subscribe(client, subscription),
        leave: ({ group }) => this.groups.leave(group),
      },
      limits,
    )
    const beat = setInterval(() => this.beat(), beatMs)
    this.endings = [
      board.onListed(({ code }) => this.everyCode.add(code)),
      board.onDisplayed((quote) => this.entries.mark(quote.code)),
      () => clearInterval(beat),
      () => this.sockets.close(),
    ]
  }

  get size(): number {
    return this.sockets.clients.size
  }

  /** Takes over an HTTP upgrade; the caller has checked the path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.upgrade(request, socket, head)
  }

  /** Sends the changes to all clients. Called by the hub's own timer, and by a benchmark. */
  beat(): void {
    const changed = this.entries.beat()
    const prepared: Prepared = { changed: new Map(), whole: new Map() }
    for (const client of this.sockets.clients) {
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

  /** Sends one frame with every market at once; `[]` when no market has had a price yet. */
  private welcome(client: PriceClient): void {
    client.behind = false
    client.write(textFrame(this.entries.frameText(this.entries.codes, nothing) ?? '[]'))
  }

  private subscribe(client: PriceClient, { subscribe = [], unsubscribe = [] }: PriceSubscription): void {
    for (const code of subscribe) if (this.board.market(code) !== null) client.subscribed.add(code)
    for (const code of unsubscribe) client.subscribed.delete(code)
    client.join(this.groups.move(client.group, client.subscribed))
  }
}
