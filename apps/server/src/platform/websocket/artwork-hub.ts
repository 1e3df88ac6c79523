import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ArtworkMessage } from '@candor/contract'
import { WebSocketServer } from 'ws'
import type { Clock } from '../clock.ts'
import { Heartbeat, pingEveryMs } from './heartbeat.ts'

const sayTimeEveryMs = 10_000
const mostSockets = 50_000
/** Backlog above which a slow client is disconnected; it reads the present state when it reconnects. */
const backlogBytes = 256_000
/** Clients send no messages here. */
const longestMessage = 256

/** Serves `/websocket/artworks`: sends each bid and each sale, and the server's time every ten seconds. */
export class ArtworkHub {
  private readonly clock: Clock
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  })
  private readonly heartbeat = new Heartbeat()
  private readonly timers: readonly NodeJS.Timeout[]

  constructor(clock: Clock, pingMs = pingEveryMs) {
    this.clock = clock
    this.server.on('connection', (socket) => {
      this.heartbeat.watch(socket)
      socket.on('error', () => socket.terminate())
      socket.on('message', () => socket.close(1008))
      socket.send(JSON.stringify(this.time()))
    })
    this.timers = [
      setInterval(() => this.publish(this.time()), sayTimeEveryMs),
      setInterval(() => this.heartbeat.beat(this.server.clients), pingMs),
    ]
    for (const timer of this.timers) timer.unref()
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.server.clients.size >= mostSockets) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      return
    }
    this.server.handleUpgrade(request, socket, head, (ws) => this.server.emit('connection', ws, request))
  }

  publish(message: ArtworkMessage): void {
    const text = JSON.stringify(message)
    for (const socket of this.server.clients) {
      if (socket.bufferedAmount > backlogBytes) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send(text)
    }
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer)
    for (const socket of this.server.clients) socket.close(1001)
    setTimeout(() => {
      for (const socket of this.server.clients) socket.terminate()
    }, 500).unref()
    this.server.close()
  }

  private time(): ArtworkMessage {
    return { type: 'time', at: this.clock.now(), data: null }
  }
}
