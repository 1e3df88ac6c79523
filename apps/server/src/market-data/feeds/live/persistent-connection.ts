import { WebSocket } from 'ws'
import type { FeedLog } from '../feed.ts'

const firstWaitMs = 500
const longestWaitMs = 30_000
/** A connection that held this long was a good one: the next wait begins small again. */
const goodAfterMs = 20_000
const watchEveryMs = 1_000
const heartbeatEveryMs = 10_000

/** Shorter waits, for tests. */
export interface Patience {
  readonly firstWaitMs?: number
  readonly deadAfterMs?: number
}

export interface PersistentConnectionOptions {
  /** The exchange's name, for the log. */
  readonly name: string
  readonly url: string
  /** Messages to send when the connection opens. */
  readonly hello: () => readonly string[]
  /** Message to send periodically, so that both ends know the other is alive; null: websocket pings alone. */
  readonly heartbeat: string | null
  /** Silence after which the connection counts as dead. */
  readonly deadAfterMs: number
  readonly mostMessageBytes: number
  /** In [0, 1): spreads the reconnections of many servers. */
  readonly chance: () => number
  readonly log: FeedLog
  readonly onText: (text: string) => void
  readonly onLost?: () => void
  readonly patience?: Patience | undefined
}

/** Waits double from half a second to thirty, each between half and all of it. */
export function waitBefore(attempt: number, chance: number, first = firstWaitMs): number {
  const whole = Math.min(longestWaitMs, first * 2 ** Math.min(attempt, 10))
  return whole * (0.5 + chance / 2)
}

/** Keeps a websocket to an exchange open: reconnects with growing waits after a loss, and after a long silence. */
export class PersistentConnection {
  private readonly options: PersistentConnectionOptions
  private socket: WebSocket | null = null
  private attempt = 0
  private openedAt = 0
  private lastReceivedAt = 0
  private lastSentAt = 0
  private retry: NodeJS.Timeout | null = null
  private watcher: NodeJS.Timeout | null = null
  private stopped = false

  constructor(options: PersistentConnectionOptions) {
    this.options = options
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN
  }

  /** Time since anything was received, pongs included. */
  get silentMs(): number {
    return performance.now() - this.lastReceivedAt
  }

  start(): void {
    this.watcher = setInterval(() => this.watch(), Math.min(watchEveryMs, this.deadAfterMs / 2))
    this.connect()
  }

  stop(): void {
    this.stopped = true
    for (const timer of [this.retry, this.watcher]) if (timer !== null) clearTimeout(timer)
    this.socket?.terminate()
  }

  /** Sends a message; nothing while the connection is not open. */
  send(text: string): void {
    if (this.isOpen) this.socket?.send(text)
  }

  /** Ends the connection; a new one follows. */
  restart(): void {
    this.socket?.terminate()
  }

  private get deadAfterMs(): number {
    return this.options.patience?.deadAfterMs ?? this.options.deadAfterMs
  }

  private connect(): void {
    const { name, url, log, mostMessageBytes } = this.options
    const socket = new WebSocket(url, {
      handshakeTimeout: 10_000,
      maxPayload: mostMessageBytes,
      perMessageDeflate: false,
    })
    this.socket = socket
    this.lastReceivedAt = performance.now()
    socket.on('open', () => {
      this.openedAt = performance.now()
      this.lastReceivedAt = this.openedAt
      for (const message of this.options.hello()) socket.send(message)
      log.info({ exchange: name }, 'connected')
    })
    socket.on('message', (data) => {
      if (this.stopped) return
      this.lastReceivedAt = performance.now()
      this.options.onText(String(data))
    })
    socket.on('pong', () => {
      this.lastReceivedAt = performance.now()
    })
    socket.on('error', (error) => log.warn({ exchange: name, error: error.message }, 'connection failed'))
    socket.on('close', () => this.lose(socket))
  }

  private lose(socket: WebSocket): void {
    if (this.stopped || socket !== this.socket) return
    this.options.onLost?.()
    if (this.openedAt > 0 && performance.now() - this.openedAt > goodAfterMs) this.attempt = 0
    const wait = waitBefore(this.attempt, this.options.chance(), this.options.patience?.firstWaitMs)
    this.attempt += 1
    this.openedAt = 0
    this.retry = setTimeout(() => this.connect(), wait)
  }

  private watch(): void {
    const now = performance.now()
    const { socket } = this
    if (socket === null || socket.readyState === WebSocket.CLOSED) return
    if (now - this.lastReceivedAt > this.deadAfterMs) {
      this.options.log.warn({ exchange: this.options.name }, 'no messages received: reconnecting')
      this.lastReceivedAt = now
      socket.terminate()
    } else if (socket.readyState === WebSocket.OPEN && now - this.lastSentAt > heartbeatEveryMs) {
      this.lastSentAt = now
      if (this.options.heartbeat === null) socket.ping()
      else socket.send(this.options.heartbeat)
    }
  }
}
