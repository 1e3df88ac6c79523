import { WebSocket } from 'ws'
import { growingWait, type WaitBounds } from '../../growing-wait.ts'
import { readStreamMessage, type StreamEvent } from './binance-responses.ts'

export interface AccountStreamOptions {
  /** Asks the exchange for a new stream, and returns its address. */
  readonly openKey: () => Promise<string>
  /** Keeps the stream's key alive. */
  readonly extendKey: () => Promise<void>
  readonly onEvent: (event: StreamEvent) => void
  /** Called when the stream is open, with null, and when it ended, with the reason. */
  readonly onChange: (fault: string | null) => void
  /** Waits before the next attempt. */
  readonly waits: WaitBounds
}

const mostMessageBytes = 1024 * 1024
/** The exchange drops a key after an hour without this. */
const extendEveryMs = 30 * 60_000
const pingEveryMs = 5_000
/** Nothing but pongs may arrive for a long time; without those the connection is dead. */
const deadAfterMs = 15_000

/** Keeps the account's stream open: with a new key after every loss. */
export class AccountStream {
  private readonly options: AccountStreamOptions
  private socket: WebSocket | null = null
  private timers: NodeJS.Timeout[] = []
  private retry: NodeJS.Timeout | null = null
  private attempt = 0
  private heardAt = 0
  private stopped = false

  constructor(options: AccountStreamOptions) {
    this.options = options
  }

  start(): void {
    void this.connect()
  }

  stop(): void {
    this.stopped = true
    if (this.retry !== null) clearTimeout(this.retry)
    this.clearTimers()
    this.socket?.terminate()
  }

  private async connect(): Promise<void> {
    let url: string
    try {
      url = await this.options.openKey()
    } catch (error) {
      this.lose((error as Error).message)
      return
    }
    if (this.stopped) return
    try {
      this.follow(url)
    } catch {
      this.lose('the exchange gave no address of a stream')
    }
  }

  private follow(url: string): void {
    const socket = new WebSocket(url, {
      handshakeTimeout: 5_000,
      maxPayload: mostMessageBytes,
      perMessageDeflate: false,
    })
    this.socket = socket
    let fault = 'the stream was closed'
    socket.on('open', () => this.opened(socket))
    socket.on('message', (data) => this.receive(socket, String(data)))
    socket.on('pong', () => {
      this.heardAt = performance.now()
    })
    socket.on('ping', () => {
      this.heardAt = performance.now()
    })
    // Its text may contain the address, and so the key of the stream.
    socket.on('error', (error) => {
      fault = `the stream failed: ${error.name}`
    })
    socket.on('close', () => {
      if (socket === this.socket) this.lose(fault)
    })
  }

  private opened(socket: WebSocket): void {
    this.heardAt = performance.now()
    this.attempt = 0
    this.timers = [
      setInterval(() => {
        if (performance.now() - this.heardAt > deadAfterMs) socket.terminate()
        else socket.ping()
      }, pingEveryMs).unref(),
      setInterval(() => {
        this.options.extendKey().catch(() => socket.terminate())
      }, extendEveryMs).unref(),
    ]
    this.options.onChange(null)
  }

  private receive(socket: WebSocket, text: string): void {
    if (this.stopped) return
    this.heardAt = performance.now()
    let event: StreamEvent | 'expired' | null
    try {
      event = readStreamMessage(text)
    } catch {
      // A message that is not understood may have been a fill: begin again, and ask for what was missed.
      socket.terminate()
      return
    }
    if (event === 'expired') socket.terminate()
    else if (event !== null) this.options.onEvent(event)
  }

  private lose(fault: string): void {
    this.clearTimers()
    this.socket = null
    if (this.stopped) return
    this.options.onChange(fault)
    this.retry = setTimeout(() => void this.connect(), growingWait(this.attempt, this.options.waits))
    this.attempt += 1
    this.retry.unref()
  }

  private clearTimers(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer)
  }
}
