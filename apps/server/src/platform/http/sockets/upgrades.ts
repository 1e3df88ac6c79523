import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { TooMany } from '../refusal.ts'
import type { OpenSockets, SocketPlace } from './open-sockets.ts'

/** `place`: given back once the socket counts for a customer, and no longer for its network. */
export type UpgradeHandler = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  place: SocketPlace,
) => void

/** Rules by which requests for a WebSocket are accepted. */
export interface UpgradeRules {
  readonly places: Pick<OpenSockets, 'admit'>
  /** Public address of this installation; null: unknown, and pages of any origin can connect. */
  readonly publicUrl: string | null
}

/**
 * Routes each WebSocket to its hub by path; a network without a free place gets a time to try again. A page of another origin
 * is refused, because browsers open WebSockets without asking for permission.
 */
export function routeUpgrades(
  server: Server,
  handlers: Readonly<Record<string, UpgradeHandler>>,
  { places, publicUrl }: UpgradeRules,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const handle = Object.hasOwn(handlers, path) ? handlers[path] : undefined
    if (handle === undefined) return refuse(socket, '404 Not Found')
    if (publicUrl !== null && isForeign(request, publicUrl)) return refuse(socket, '403 Forbidden')
    places.admit(request).then(
      (place) => {
        socket.once('close', place.giveBack)
        if (socket.destroyed) place.giveBack()
        else handle(request, socket, head, place)
      },
      (error: unknown) => refuse(socket, ...whyNot(error)),
    )
  })
}

/** Programs send no origin; a page reached by another name of this server sends the host it connects to. */
function isForeign({ headers: { origin, host } }: IncomingMessage, publicUrl: string): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const url = new URL(origin)
  return url.origin !== new URL(publicUrl).origin && url.host !== host
}

const whyNot = (error: unknown): [status: string, ...headers: string[]] =>
  error instanceof TooMany
    ? ['429 Too Many Requests', `Retry-After: ${Math.ceil(error.retryAfterMs / 1_000)}`]
    : ['503 Service Unavailable']

const refuse = (socket: Duplex, status: string, ...headers: readonly string[]) =>
  socket.end([`HTTP/1.1 ${status}`, 'Connection: close', ...headers, '', ''].join('\r\n'))
