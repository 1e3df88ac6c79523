import type { Quote } from '@candor/rules'
import { WebSocket } from 'ws'
import type { Clock } from '../../../platform/clock.ts'
import type { FeedLog } from '../feed.ts'
import type { LiveProtocol, LiveQuote } from './protocol.ts'

const firstWaitMs = 500
const longestWaitMs = 30_000
/** A connection that held this long was a good one: the next wait begins small again. */
const goodAfterMs = 20_000
const watchEveryMs = 1_000
const heartbeatEveryMs = 10_000
const mostMessageBytes = 4 * 1024 * 1024

export interface LiveConnectionOptions {
  readonly protocol: LiveProtocol
  readonly clock: Clock
  /** In [0, 1): spreads the reconnections of many servers. */
  readonly chance: () => number
  readonly log: FeedLog
  readonly onQuote: (quote: Quote) => void
  readonly onGap?: (name: string) => void
  /** Shorter waits, for tests. */
  readonly patience?: { readonly firstWaitMs?: number; readonly deadAfterMs?: number }
}

/** Waits double from half a second to thirty, each between half and all of it. */
export function waitBefore(attempt: number, chance: number, first = firstWaitMs): number {
  const whole = Math.min(longestWaitMs, first * 2 ** Math.min(attempt, 10))
  return whole * (0.5 + chance / 2)
}

/** Connection to one exchange: kept open, checked for silence, reconnected after a gap. */
export class LiveConnection {
  private readonly options: LiveConnectionOptions
  private socket: WebSocket | null = null
  private attempt = 0
  private openedAt = 0
  private lastReceivedAt = 0
  private lastSentAt = 0
  private sequence: number | null = null
  private retry: NodeJS.Timeout | null = null
  private watcher: NodeJS.Timeout | null = null
  private conflater: NodeJS.Timeout | null = null
  private readonly newest = new Map<string, LiveQuote>()
  private stopped = false

  constructor(options: LiveConnectionOptions) {
    this.options = options
  }

  start(): void {
    this.watcher = setInterval(() => this.watch(), Math.min(watchEveryMs, this.deadAfterMs / 2))
    const { conflateMs } = this.options.protocol
    if (conflateMs > 0) this.conflater = setInterval(() => this.deliver(), conflateMs)
    this.connect()
  }

  stop(): void {
    this.stopped = true
    for (const timer of [this.retry, this.watcher, this.conflater]) if (timer !== null) clearTimeout(timer)
    this.socket?.terminate()
  }

  private get deadAfterMs(): number {
    return this.options.patience?.deadAfterMs ?? this.options.protocol.deadAfterMs
  }

  private connect(): void {
    const { protocol, log } = this.options
    const socket = new WebSocket(protocol.url, {
      handshakeTimeout: 10_000,
      maxPayload: mostMessageBytes,
      perMessageDeflate: false,
    })
    this.socket = socket
    this.sequence = null
    this.lastReceivedAt = performance.now()
    socket.on('open', () => {
      this.openedAt = performance.now()
      this.lastReceivedAt = this.openedAt
      for (const message of protocol.hello) socket.send(message)
      log.info({ exchange: protocol.name }, 'connected')
    })
    socket.on('message', (data) => this.hear(String(data)))
    socket.on('pong', () => {
      this.lastReceivedAt = performance.now()
    })
    socket.on('error', (error) =>
      log.warn({ exchange: protocol.name, error: error.message }, 'connection failed'),
    )
    socket.on('close', () => this.lost(socket))
  }

  private lost(socket: WebSocket): void {
    if (this.stopped || socket !== this.socket) return
    if (this.openedAt > 0 && performance.now() - this.openedAt > goodAfterMs) this.attempt = 0
    const wait = waitBefore(this.attempt, this.options.chance(), this.options.patience?.firstWaitMs)
    this.attempt += 1
    this.openedAt = 0
    this.retry = setTimeout(() => this.connect(), wait)
  }

  private hear(text: string): void {
    const { protocol, log } = this.options
    this.lastReceivedAt = performance.now()
    const reading = protocol.read(text)
    if (reading.refused !== null) log.warn({ exchange: protocol.name, refused: reading.refused }, 'refused')
    if (!this.inSequence(reading.sequence)) return
    for (const message of reading.say) this.socket?.send(message)
    for (const quote of reading.quotes) {
      if (protocol.conflateMs > 0) this.newest.set(quote.symbol, quote)
      else this.give(quote)
    }
  }

  /** Returns false after a gap: the missed messages are unknown, so the connection restarts and gets a fresh snapshot. */
  private inSequence(sequence: number | null): boolean {
    if (sequence === null) return true
    const expected = this.sequence === null ? null : this.sequence + 1
    this.sequence = sequence
    if (expected === null || sequence <= expected) return true
    this.options.log.warn(
      { exchange: this.options.protocol.name, expected, got: sequence },
      'messages were missed',
    )
    this.options.onGap?.(this.options.protocol.name)
    this.socket?.terminate()
    return false
  }

  private deliver(): void {
    for (const quote of this.newest.values()) this.give(quote)
    this.newest.clear()
  }

  private give(quote: LiveQuote): void {
    const { protocol, clock, onQuote } = this.options
    const code = protocol.codes.get(quote.symbol)
    if (code === undefined) return
    const { bid, ask } = quote
    // The age of a price counts from the source's time, so a sandbox's clock that was moved takes that along.
    const time = quote.time === null ? clock.now() : quote.time + (clock.offsetMs ?? 0)
    onQuote({ code, bid, ask, time, source: protocol.source, volume: 0 })
  }

  private watch(): void {
    const now = performance.now()
    const { socket } = this
    if (socket === null || socket.readyState === WebSocket.CLOSED) return
    if (now - this.lastReceivedAt > this.deadAfterMs) {
      this.options.log.warn({ exchange: this.options.protocol.name }, 'no messages received: reconnecting')
      this.lastReceivedAt = now
      socket.terminate()
    } else if (socket.readyState === WebSocket.OPEN && now - this.lastSentAt > heartbeatEveryMs) {
      this.lastSentAt = now
      if (this.options.protocol.heartbeat === null) socket.ping()
      else socket.send(this.options.protocol.heartbeat)
    }
  }
}
