import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AccountMessage, type AccountMode, accountHello, keyMessageTypes } from '@candor/contract'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Authenticate, AuthenticateKey, SignedInAs } from '../http/authenticate.ts'
import { TooMany } from '../http/refusal.ts'
import { modeOf } from '../http/request-headers.ts'
import type { SocketPlace } from '../http/sockets/open-sockets.ts'
import type { AccountEvents } from './account-events.ts'
import { Heartbeat, pingEveryMs } from './heartbeat.ts'

export interface AccountHubOptions {
  readonly authenticate: Authenticate
  readonly authenticateKey: AuthenticateKey
  readonly clock: Clock
  /** Most sockets that one customer may have open in this process by sessions, and as many by API keys. */
  readonly mostOfUser: () => Promise<number>
  readonly limits?: Partial<AccountHubLimits>
}

export interface AccountHubLimits {
  /** Time to authenticate, after which the socket is closed. */
  readonly helloMs: number
  /** Ping interval: a client that missed the ping before is disconnected, and sessions are checked again. */
  readonly pingMs: number
  readonly sockets: number
  /** Backlog above which a slow client is disconnected; it reads the present state when it reconnects. */
  readonly backlogBytes: number
}

const usual: AccountHubLimits = {
  helloMs: 10_000,
  pingMs: pingEveryMs,
  sockets: 50_000,
  backlogBytes: 1_000_000,
}
const longestMessage = 4_096

/** Our close codes: the reason that a client was disconnected. */
export const closedBecause = { badHello: 4400, signedOut: 4401, tooMany: 4429, slow: 4408 } as const

type FindHolder = () => ReturnType<Authenticate>
type Hello = z.output<typeof accountHello>

const forKeys: ReadonlySet<AccountMessage['type']> = new Set(keyMessageTypes)

interface Listener extends Omit<SignedInAs, 'frozen' | 'country'> {
  readonly socket: WebSocket
  /** Finds the holder of its token or key again. */
  readonly authenticate: FindHolder
  readonly hasKey: boolean
  readonly mode: AccountMode
  seq: number
}

/** `/websocket/account`: sends customers, signed in or by an API key, the changes of the account they view. */
export class AccountHub implements AccountEvents {
  private readonly authenticate: Authenticate
  private readonly authenticateKey: AuthenticateKey
  private readonly clock: Clock
  private readonly mostOfUser: AccountHubOptions['mostOfUser']
  private readonly limits: AccountHubLimits
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  })
  private readonly byUser = new Map<string, Set<Listener>>()
  private readonly heartbeat = new Heartbeat()
  private readonly timer: NodeJS.Timeout

  constructor(options: AccountHubOptions) {
    this.authenticate = options.authenticate
    this.authenticateKey = options.authenticateKey
    this.clock = options.clock
    this.mostOfUser = options.mostOfUser
    this.limits = { ...usual, ...options.limits }
    this.timer = setInterval(() => this.beat(), this.limits.pingMs)
    this.timer.unref()
  }

  get size(): number {
    return this.server.clients.size
  }

  /** Takes over an HTTP upgrade; gives the place back once the socket counts for a customer. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, place: SocketPlace): void {
    if (this.server.clients.size >= this.limits.sockets) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      return
    }
    this.server.handleUpgrade(request, socket, head, (ws) => this.greet(ws, place))
  }

  publish(userId: string, mode: AccountMode, type: AccountMessage['type'], data: unknown): void {
    const listeners = this.byUser.get(userId)
    if (listeners === undefined) return
    const json = JSON.stringify(data ?? null)
    for (const listener of listeners) if (listener.mode === mode) this.send(listener, type, json)
  }

  endSession(sessionId: string): void {
    for (const listeners of this.byUser.values()) {
      for (const listener of listeners) if (listener.sessionId === sessionId) this.signOut(listener)
    }
  }

  close(): void {
    clearInterval(this.timer)
    for (const socket of this.server.clients) socket.close(1001)
    setTimeout(() => {
      for (const socket of this.server.clients) socket.terminate()
    }, 500).unref()
    this.server.close()
  }

  private greet(socket: WebSocket, place: SocketPlace): void {
    const impatience = setTimeout(() => socket.close(closedBecause.badHello), this.limits.helloMs)
    this.heartbeat.watch(socket)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => clearTimeout(impatience))
    socket.once('message', (data) => {
      clearTimeout(impatience)
      this.admit(socket, data, place).catch((error: unknown) =>
        socket.close(error instanceof TooMany ? closedBecause.tooMany : 1011),
      )
    })
  }

  private async admit(socket: WebSocket, data: RawData, place: SocketPlace): Promise<void> {
    const hello = readHello(data)
    if (hello === null) {
      socket.close(closedBecause.badHello)
      return
    }
    const authenticate = this.finderOf(hello, place)
    const found = await authenticate()
    if (typeof found === 'string') {
      socket.close(closedBecause.signedOut)
      return
    }
    const most = await this.mostOfUser()
    if (socket.readyState !== socket.OPEN) return
    const { userId, sessionId } = found
    const [mode, hasKey] = [modeOf(hello.virtually), 'key' in hello]
    if (this.countOf(userId, hasKey) >= most) {
      socket.close(closedBecause.tooMany)
      return
    }
    place.giveBack()
    this.listen({ socket, authenticate, hasKey, mode, userId, sessionId, seq: 0 })
  }

  /** Counts a customer's sockets by sessions or by keys: programs never take the places of the customer's own pages. */
  private countOf(userId: string, hasKey: boolean): number {
    return [...(this.byUser.get(userId) ?? [])].filter((listener) => listener.hasKey === hasKey).length
  }

  private finderOf(hello: Hello, { address }: SocketPlace): FindHolder {
    if ('key' in hello) return () => this.authenticateKey(hello.key, address)
    return () => this.authenticate(hello.token)
  }

  private listen(listener: Listener): void {
    const listeners = this.byUser.get(listener.userId) ?? new Set()
    this.byUser.set(listener.userId, listeners.add(listener))
    listener.socket.on('close', () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.byUser.delete(listener.userId)
    })
    this.send(listener, 'session', JSON.stringify({ state: 'listening', mode: listener.mode }))
  }

  private send(listener: Listener, type: AccountMessage['type'], json: string): void {
    const { socket } = listener
    if (socket.readyState !== socket.OPEN || (listener.hasKey && !forKeys.has(type))) return
    if (socket.bufferedAmount > this.limits.backlogBytes) {
      socket.close(closedBecause.slow)
      return
    }
    listener.seq += 1
    socket.send(`{"type":"${type}","seq":${listener.seq},"at":${this.clock.now()},"data":${json}}`)
  }

  private signOut(listener: Listener): void {
    this.send(listener, 'session', JSON.stringify({ state: 'ended' }))
    listener.socket.close(closedBecause.signedOut)
  }

  private beat(): void {
    this.heartbeat.beat(this.server.clients)
    for (const listeners of this.byUser.values()) {
      for (const listener of listeners) void this.lookAgain(listener)
    }
  }

  /** A session or key may have run out, or been ended by another process. Otherwise a quiet account shows that its connection lives. */
  private async lookAgain(listener: Listener): Promise<void> {
    const found = await Promise.resolve(listener.authenticate()).catch(() => null)
    if (typeof found === 'string') this.signOut(listener)
    else this.send(listener, 'session', JSON.stringify({ state: 'alive' }))
  }
}

function readHello(data: RawData): Hello | null {
  try {
    const parsed = accountHello.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
