import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { MessageBudget } from './message-budget.ts'

/** A client with more unread bytes than this gets no more frames until it has read them; then it gets the newest prices. */
const mostWaitingBytes = 256 * 1024

/** One socket on `/websocket/message`. */
export class PriceClient {
  readonly webSocket: WebSocket
  private readonly socket: Socket
  readonly subscribed = new Set<string>()
  /** The key of its subscription set: clients that want the same share one prepared frame. */
  group = ''
  /** True when it missed a frame or its subscription changed: its next frame is a full one. */
  behind = true
  private readonly budget: MessageBudget

  constructor(webSocket: WebSocket, socket: Socket, nowMs: number) {
    this.webSocket = webSocket
    this.socket = socket
    this.budget = new MessageBudget(nowMs)
  }

  /** Returns false when it exceeds its message limit. */
  maySpeak(nowMs: number): boolean {
    return this.budget.spend(nowMs)
  }

  get slow(): boolean {
    return this.socket.writableLength > mostWaitingBytes
  }

  join(group: string): void {
    this.group = group
    this.behind = true
  }

  /** Writes a prepared frame. The socket's own queue is the only one there is, and `slow` bounds it. */
  write(frame: Buffer): void {
    this.socket.write(frame)
  }
}
