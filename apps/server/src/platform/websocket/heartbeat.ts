import type { WebSocket } from 'ws'

/** Ping interval of open sockets. */
export const pingEveryMs = 30_000

/** Detects dead sockets: every hub pings its own. */
export class Heartbeat {
  private readonly responsive = new WeakSet<WebSocket>()

  watch(socket: WebSocket): void {
    this.responsive.add(socket)
    socket.on('pong', () => this.responsive.add(socket))
  }

  /** Ends sockets that did not respond to the previous ping, and pings the others. */
  beat(sockets: Iterable<WebSocket>): void {
    for (const socket of sockets) {
      if (this.responsive.delete(socket)) socket.ping()
      else socket.terminate()
    }
  }
}
