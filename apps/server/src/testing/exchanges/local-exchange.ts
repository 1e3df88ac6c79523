import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A local websocket server in an exchange's place: tests send its frames. */
export interface LocalExchange {
  readonly url: string
  /** Connections since the start, the newest last. */
  readonly peers: readonly WebSocket[]
  /** Messages of all connections, parsed, in the order of their arrival. */
  readonly heard: readonly Record<string, unknown>[]
  /** Sends a frame on the newest connection: a text as it is, anything else as JSON. */
  send(frame: unknown): void
  close(): Promise<void>
}

export async function startLocalExchange(): Promise<LocalExchange> {
  const peers: WebSocket[] = []
  const heard: Record<string, unknown>[] = []
  const http = createServer()
  new WebSocketServer({ server: http }).on('connection', (socket) => {
    peers.push(socket)
    socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Record<string, unknown>))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    peers,
    heard,
    send: (frame) => peers.at(-1)?.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    close: async () => {
      for (const peer of peers) peer.terminate()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
