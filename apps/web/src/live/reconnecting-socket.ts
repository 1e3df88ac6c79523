/** The part of a WebSocket that a page needs; the browser's own, or one in a test. */
export interface SocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
  send(text: string): void
  close(): void
}

export type SocketState = 'connecting' | 'open' | 'lost'

interface Wiring {
  readonly open: () => SocketLike
  readonly onText: (text: string) => void
  readonly onState?: (state: SocketState) => void
  /** Messages sent first on each new connection. */
  readonly hello: () => readonly string[]
  /** Half of the waiting time is random, so that a thousand pages do not reconnect at once. */
  readonly random?: () => number
  /** After this long without a message, the connection may be dead without an error; it is replaced. */
  readonly silenceMs?: number
}

export interface ReconnectingSocket {
  say(text: string): void
  /** Tries again at once, for instance when the network is back. */
  retryNow(): void
  stop(): void
}

const firstWaitMs = 500
const longestWaitMs = 15_000
/** Prices come several times a second. */
const usualSilenceMs = 25_000

/** Waiting time before the n-th attempt, n from 0: doubled each time, half of it random. */
export const waitBeforeTry = (tries: number, random: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** tries) * (0.5 + random / 2)

/** Keeps a WebSocket connected: reconnects with growing waits after a loss, and after a long silence. */
export function keepConnected({
  open,
  onText,
  onState = () => undefined,
  hello,
  random = Math.random,
  silenceMs = usualSilenceMs,
}: Wiring): ReconnectingSocket {
  let socket: SocketLike | null = null
  let isOpen = false
  let tries = 0
  const timers = createTimers(connect, silenceMs)

  const leave = () => {
    timers.clear()
    if (socket !== null) cut(socket)
    socket = null
    isOpen = false
  }
  const lost = () => {
    leave()
    onState('lost')
    timers.retryAfter(waitBeforeTry(tries, random()))
    tries += 1
  }
  function connect(): void {
    leave()
    const own = open()
    socket = own
    own.onopen = () => {
      isOpen = true
      tries = 0
      for (const text of hello()) own.send(text)
      onState('open')
      timers.heard()
    }
    own.onmessage = (event) => {
      timers.heard()
      if (typeof event.data === 'string') onText(event.data)
    }
    own.onclose = lost
    own.onerror = null
    timers.heard()
  }
  onState('connecting')
  connect()
  return {
    say: (text) => {
      if (isOpen) socket?.send(text)
    },
    retryNow: () => {
      if (isOpen) return
      tries = 0
      connect()
    },
    stop: leave,
  }
}

/** Closes a connection of which nothing more is to be heard. */
function cut(socket: SocketLike): void {
  socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
  socket.close()
}

/** The two waits that end in another attempt: after a loss, and after a silence that every message ends. */
function createTimers(connect: () => void, silenceMs: number) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let listening: ReturnType<typeof setTimeout> | undefined
  return {
    clear(): void {
      clearTimeout(waiting)
      clearTimeout(listening)
    },
    heard(): void {
      clearTimeout(listening)
      listening = setTimeout(connect, silenceMs)
    },
    retryAfter(waitMs: number): void {
      waiting = setTimeout(connect, waitMs)
    },
  }
}
