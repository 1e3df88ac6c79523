import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { MessageBudget } from './message-budget.ts'

/** A client with more unread bytes than this gets no more frames until it has read them; then it gets everything as it is. */
const mostWaitingBytes = 256 * 1024
const closeTooMuch = 1008

/** One socket on which a client subscribes. */
export class Subscriber {
  readonly webSocket: WebSocket
  private readonly socket: Socket
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

  /** Writes a prepared frame. The socket's own queue is the only one there is, and `slow` bounds it. */
  write(frame: Buffer): void {
    this.socket.write(frame)
  }

  /** Closes a socket that asks for too much, or for something else. */
  dismiss(): void {
    this.webSocket.close(closeTooMuch)
  }
}
