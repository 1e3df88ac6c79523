import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Leads each websocket to its hub by path. */
export function routeUpgrades(server: Server, handlers: Readonly<Record<string, UpgradeHandler>>): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const handle = Object.hasOwn(handlers, path) ? handlers[path] : undefined
    if (handle === undefined) refuse(socket, '404 Not Found')
    else handle(request, socket, head)
  })
}

const refuse = (socket: Duplex, status: string) =>
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
