import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AccountMessage, type AccountMode, accountHello } from '@candor/contract'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../clock.ts'
import type { Authenticate, SignedInAs } from '../http/authenticate.ts'
import { modeOf } from '../http/request-headers.ts'
import type { GivePlaceBack } from '../http/sockets/open-sockets.ts'
import type { AccountEvents } from './account-events.ts'
import { Heartbeat, pingEveryMs } from './heartbeat.ts'

export interface AccountHubOptions {
  readonly authenticate: Authenticate
  readonly clock: Clock
  /** Most sockets that one customer may have open in this process. */
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

interface Listener extends Omit<SignedInAs, 'frozen' | 'country'> {
  readonly socket: WebSocket
  readonly token: string
  readonly mode: AccountMode
  seq: number
}

/** `/websocket/account`: sends signed-in customers the changes of the account they view. */
export class AccountHub implements AccountEvents {
  private readonly authenticate: Authenticate
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
    this.clock = options.clock
    this.mostOfUser = options.mostOfUser
    this.limits = { ...usual, ...options.limits }
    this.timer = setInterval(() => this.beat(), this.limits.pingMs)
    this.timer.unref()
  }

  get size(): number {
    return this.server.clients.size
  }

  /** Takes over an HTTP upgrade; `givePlaceBack` is called once the socket counts for a customer. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, givePlaceBack: GivePlaceBack): void {
    if (this.server.clients.size >= this.limits.sockets) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      return
    }
    this.server.handleUpgrade(request, socket, head, (ws) => this.greet(ws, givePlaceBack))
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

  private greet(socket: WebSocket, givePlaceBack: GivePlaceBack): void {
    const impatience = setTimeout(() => socket.close(closedBecause.badHello), this.limits.helloMs)
    this.heartbeat.watch(socket)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => clearTimeout(impatience))
    socket.once('message', (data) => {
      clearTimeout(impatience)
      this.admit(socket, data, givePlaceBack).catch(() => socket.close(1011))
    })
  }

  private async admit(socket: WebSocket, data: RawData, givePlaceBack: GivePlaceBack): Promise<void> {
    const hello = readHello(data)
    if (hello === null) {
      socket.close(closedBecause.badHello)
      return
    }
    const found = await this.authenticate(hello.token)
    if (typeof found === 'string') {
      socket.close(closedBecause.signedOut)
      return
    }
    const most = await this.mostOfUser()
    if (socket.readyState !== socket.OPEN) return
    const { userId, sessionId } = found
    if ((this.byUser.get(userId)?.size ?? 0) >= most) {
      socket.close(closedBecause.tooMany)
      return
    }
    givePlaceBack()
    this.listen({ socket, token: hello.token, mode: modeOf(hello.virtually), userId, sessionId, seq: 0 })
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
    if (socket.readyState !== socket.OPEN) return
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

  /** A session may have run out, or been ended by another process. Otherwise a quiet account shows that its connection lives. */
  private async lookAgain(listener: Listener): Promise<void> {
    const found = await Promise.resolve(this.authenticate(listener.token)).catch(() => null)
    if (typeof found === 'string') this.signOut(listener)
    else this.send(listener, 'session', JSON.stringify({ state: 'alive' }))
  }
}

function readHello(data: RawData): { token: string; virtually: string } | null {
  try {
    const parsed = accountHello.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
