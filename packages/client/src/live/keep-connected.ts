import { backoffMs } from '../backoff.ts'

/** The part of a WebSocket that the client needs: the browser's and Node's own, or the one of `ws`. */
export interface SocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(): void
}

export type SocketConstructor = new (url: string) => SocketLike

/** `lost`: the connection failed and is tried again; `ended`: it is not, because the key or session is no longer valid. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'ended'

export interface ConnectionOptions {
  readonly url: string
  readonly WebSocket: SocketConstructor | undefined
  readonly random: () => number
  /** After this long without a message the connection may be dead without an error; it is replaced. */
  readonly silenceMs: number
  /** Close codes after which it does not reconnect. */
  readonly finalCodes: readonly number[]
  /** Messages sent first on each new connection. */
  readonly hello: () => readonly string[]
  readonly onText: (text: string) => void
  readonly onState: (state: StreamState) => void
}

export interface Connection {
  send(text: string): void
  /** Counts the connection as working: the next waiting time is short again. */
  works(): void
  close(): void
}

/** Keeps a WebSocket connected: it reconnects with growing, random waits after a loss, and after a long silence. */
export function keepConnected(options: ConnectionOptions): Connection {
  const Socket = options.WebSocket ?? (globalThis as { WebSocket?: SocketConstructor }).WebSocket
  if (Socket === undefined)
    throw new TypeError(
      'This runtime has no WebSocket: pass one as `WebSocket`, such as that of the package ws',
    )
  const connection = new ReconnectingSocket(options, () => new Socket(options.url))
  options.onState('connecting')
  connection.connect()
  return connection
}

class ReconnectingSocket implements Connection {
  private readonly options: ConnectionOptions
  private readonly open: () => SocketLike
  private socket: SocketLike | null = null
  private isOpen = false
  private isClosed = false
  private tries = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined

  constructor(options: ConnectionOptions, open: () => SocketLike) {
    this.options = options
    this.open = open
  }

  connect(): void {
    const socket = this.open()
    this.socket = socket
    socket.onopen = () => {
      this.isOpen = true
      for (const text of this.options.hello()) socket.send(text)
      this.waitForMessage()
    }
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      this.waitForMessage()
      this.options.onText(String(data))
    }
    socket.onclose = ({ code }: { readonly code: number }) => this.lost(code)
    socket.onerror = () => undefined
    this.waitForMessage()
  }

  send(text: string): void {
    if (this.isOpen) this.socket?.send(text)
  }

  works(): void {
    this.tries = 0
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.retry)
    this.leave()
  }

  private leave(): void {
    clearTimeout(this.silence)
    if (this.socket !== null) cut(this.socket)
    this.socket = null
    this.isOpen = false
  }

  private lost(code: number | null): void {
    this.leave()
    if (code !== null && this.options.finalCodes.includes(code)) {
      this.isClosed = true
      this.options.onState('ended')
      return
    }
    this.options.onState('lost')
    // The follower may have closed the stream in reaction.
    if (this.isClosed) return
    this.retry = setTimeout(() => this.connect(), backoffMs(this.tries, this.options.random()))
    this.tries += 1
  }

  private waitForMessage(): void {
    clearTimeout(this.silence)
    this.silence = setTimeout(() => this.lost(null), this.options.silenceMs)
  }
}

/** Closes a connection of which nothing more is to be heard. */
function cut(socket: SocketLike): void {
  socket.onopen = socket.onmessage = socket.onclose = null
  socket.onerror = () => undefined
  socket.close()
}
