import type { Clock } from '../../platform/clock.ts'
import type { FeedLog } from '../feeds/feed.ts'
import { type Patience, PersistentConnection } from '../feeds/live/persistent-connection.ts'
import { type DepthChannel, type DepthProtocol, type DepthReading, everyChannel } from './depth-protocol.ts'
import { type DepthSource, type DepthView, viewOf } from './depth-view.ts'
import { type BookFault, FollowedMarket } from './followed-market.ts'

/** A market is followed for so long after the last viewer left: who comes back at once finds its book. */
const graceMs = 30_000
/** Binance takes five messages a second, pings included; the others take more. */
const sendEveryMs = 250
/** A book that does not add up is read again at most so often. */
const resyncEveryMs = 5_000

export interface DepthFeedOptions {
  readonly protocol: DepthProtocol
  readonly clock: Clock
  readonly chance: () => number
  readonly log: FeedLog
  /** Shorter waits, for tests. */
  readonly patience?: Patience & { readonly graceMs?: number; readonly resyncMs?: number }
}

interface Followed {
  readonly market: FollowedMarket
  viewers: number
  /** Runs while nobody looks. */
  leaving: NodeJS.Timeout | null
  /** Runs before the book is read again. */
  resyncing: NodeJS.Timeout | null
  resyncedAt: number
}

/**
 * Order books and trades of one exchange, of the markets that somebody looks at, on a connection of its own: whatever happens to a book, the
 * connection that quotes come from does not notice. Without viewers there is no connection. Nothing is stored.
 */
export class DepthFeed implements DepthSource {
  /** Since the start: books that were read again, because they did not add up. */
  resyncs = 0
  private readonly options: DepthFeedOptions
  private readonly symbols: ReadonlyMap<string, string>
  private readonly followed = new Map<string, Followed>()
  private connection: PersistentConnection | null = null
  private sequence: number | null = null
  private outgoing: string[] = []
  private sender: NodeJS.Timeout | null = null

  constructor(options: DepthFeedOptions) {
    this.options = options
    this.symbols = new Map([...options.protocol.codes].map(([symbol, code]) => [code, symbol]))
  }

  /** Number of markets that are followed at the exchange. */
  get size(): number {
    return this.followed.size
  }

  watch(code: string): () => void {
    const symbol = this.symbols.get(code)
    if (symbol === undefined) return () => undefined
    const followed = this.followed.get(code) ?? this.follow(code, symbol)
    followed.viewers += 1
    if (followed.leaving !== null) clearTimeout(followed.leaving)
    followed.leaving = null
    let left = false
    return () => {
      if (left) return
      left = true
      followed.viewers -= 1
      if (followed.viewers > 0) return
      followed.leaving = setTimeout(() => this.leave(followed), this.options.patience?.graceMs ?? graceMs)
    }
  }

  view(code: string): DepthView {
    const followed = this.followed.get(code)
    if (followed !== undefined) return followed.market.view(this.isHeard)
    return this.symbols.has(code) ? viewOf('waiting', this.options.protocol.exchange) : viewOf('none', null)
  }

  stop(): void {
    for (const { leaving, resyncing } of this.followed.values())
      for (const timer of [leaving, resyncing]) if (timer !== null) clearTimeout(timer)
    if (this.sender !== null) clearTimeout(this.sender)
    this.followed.clear()
    this.disconnect()
  }

  private get isHeard(): boolean {
    const { connection } = this
    return connection?.isOpen === true && connection.silentMs < this.options.protocol.staleAfterMs
  }

  private follow(code: string, symbol: string): Followed {
    const market = new FollowedMarket(code, symbol, this.options.protocol)
    const followed: Followed = { market, viewers: 0, leaving: null, resyncing: null, resyncedAt: 0 }
    this.followed.set(code, followed)
    if (this.connection === null) this.connect()
    else this.request('subscribe', everyChannel, [symbol])
    return followed
  }

  private leave({ market, resyncing }: Followed): void {
    if (resyncing !== null) clearTimeout(resyncing)
    this.followed.delete(market.code)
    if (this.followed.size === 0) this.disconnect()
    else this.request('unsubscribe', everyChannel, [market.symbol])
  }

  private connect(): void {
    const { protocol, chance, log, patience } = this.options
    const { exchange, url, heartbeat, deadAfterMs, mostMessageBytes } = protocol
    this.connection = new PersistentConnection({
      ...{ name: `${exchange} order books`, url, heartbeat, deadAfterMs, mostMessageBytes },
      ...{ chance, log, patience },
      hello: () => {
        const symbols = [...this.followed.values()].map(({ market }) => market.symbol)
        return [...protocol.hello, ...protocol.request('subscribe', everyChannel, symbols)]
      },
      onText: (text) => this.hear(protocol.read(text)),
      onLost: () => this.lose(),
    })
    this.connection.start()
  }

  private disconnect(): void {
    this.connection?.stop()
    this.connection = null
    this.lose()
  }

  /** The next connection subscribes to everything, so that nothing of what waits to be sent is needed. */
  private lose(): void {
    this.sequence = null
    this.outgoing = []
    for (const { market } of this.followed.values()) market.lose()
  }

  private hear(reading: DepthReading): void {
    if (reading.refused !== null) this.refuse(reading.refused)
    if (!this.inSequence(reading.sequence)) return
    const now = this.options.clock.now()
    for (const change of reading.books) {
      const followed = this.bySymbol(change.symbol)
      const fault = followed?.market.take(change, now) ?? null
      if (followed !== undefined && fault !== null) this.resync(followed, fault)
    }
    for (const { symbol, trade } of reading.trades) this.bySymbol(symbol)?.market.takeTrade(trade, now)
  }

  private bySymbol(symbol: string): Followed | undefined {
    return this.followed.get(this.options.protocol.codes.get(symbol) ?? '')
  }

  private refuse({ reason, symbol }: { readonly reason: string; readonly symbol: string | null }): void {
    this.options.log.warn({ exchange: this.options.protocol.exchange, refused: reason }, 'refused')
    if (symbol !== null) this.bySymbol(symbol)?.market.refuse()
  }

  /** Returns false after a gap: the missed changes are unknown, so that the connection begins again with every book. */
  private inSequence(sequence: number | null): boolean {
    if (sequence === null) return true
    const expected = this.sequence === null ? null : this.sequence + 1
    this.sequence = sequence
    if (expected === null || sequence <= expected) return true
    const { exchange } = this.options.protocol
    this.options.log.warn({ exchange, expected, got: sequence }, 'changes of order books were missed')
    this.resyncs += 1
    this.connection?.restart()
    return false
  }

  /** Reads a book again: at once, and after that no more often than every few seconds. */
  private resync(followed: Followed, fault: BookFault): void {
    if (followed.resyncing !== null) return
    const { log, protocol, patience } = this.options
    const { code, symbol } = followed.market
    log.warn({ exchange: protocol.exchange, code, fault }, 'an order book is read again')
    this.resyncs += 1
    followed.market.lose()
    const since = performance.now() - followed.resyncedAt
    const every = patience?.resyncMs ?? resyncEveryMs
    const wait = followed.resyncedAt === 0 ? 0 : Math.max(0, every - since)
    followed.resyncing = setTimeout(() => {
      followed.resyncing = null
      followed.resyncedAt = performance.now()
      this.request('unsubscribe', ['book'], [symbol])
      this.request('subscribe', ['book'], [symbol])
    }, wait)
  }

  /** Sends one message after the other, as slowly as every exchange accepts. */
  private request(
    method: 'subscribe' | 'unsubscribe',
    channels: readonly DepthChannel[],
    symbols: readonly string[],
  ): void {
    if (this.connection?.isOpen !== true) return
    this.outgoing.push(...this.options.protocol.request(method, channels, symbols))
    if (this.sender === null) this.sendNext()
  }

  private sendNext(): void {
    const message = this.outgoing.shift()
    if (message !== undefined) this.connection?.send(message)
    this.sender = message === undefined ? null : setTimeout(() => this.sendNext(), sendEveryMs)
  }
}
