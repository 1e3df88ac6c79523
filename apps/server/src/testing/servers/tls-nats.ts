import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TestAuthority } from './certificates.ts'

/** The opening of NATS's protocol over TLS, for clients with a certificate only; it delivers no messages. */
export interface TlsNats {
  readonly port: number
  /** Names in the certificates of the clients that connected so far. */
  readonly clients: readonly string[]
  /** Breaks every connection; clients come back by themselves. */
  disconnect(): void
  stop(): Promise<void>
}

/** Starts it on a free port; with `offersTls: false` it is a server without TLS. */
export async function startTlsNats(
  authority: TestAuthority,
  { offersTls = true }: { readonly offersTls?: boolean } = {},
): Promise<TlsNats> {
  const { certFile, keyFile } = await authority.issue('localhost', ['localhost', '127.0.0.1'])
  const options = {
    requestCert: true,
    rejectUnauthorized: true,
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    ca: readFileSync(authority.caFile),
  }
  const clients: string[] = []
  // Never listens: the connections it secures have begun without TLS.
  const secureServer = createTlsServer(options, (socket) => {
    socket.on('error', () => undefined)
    converse(socket, () => clients.push(String(socket.getPeerCertificate().subject.CN)))
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const tls = offersTls ? { tls_required: true, tls_verify: true } : {}
    socket.write(`INFO ${JSON.stringify({ ...info, ...tls })}\r\n`)
    if (!offersTls) {
      converse(socket, () => clients.push('without TLS'))
      return
    }
    secureServer.emit('connection', socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const stop = async () => {
    disconnect()
    server.close()
    await once(server, 'close')
  }
  return { port, clients, disconnect, stop }
}

const info = { server_id: 'test', version: '2.10.0', proto: 1, headers: true, max_payload: 1_000_000 }

/** Answers each PING; messages are only received. */
function converse(socket: Socket, connected: () => void): void {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const lines = text.split('\r\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('CONNECT ')) connected()
      if (line === 'PING') socket.write('PONG\r\n')
    }
  })
}
