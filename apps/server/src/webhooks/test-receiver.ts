import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedMessage {
  readonly id: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A system of the operator that receives webhooks. */
export interface Receiver {
  readonly url: string
  readonly received: ReceivedMessage[]
  /** Responds to each message; 204 unless a test sets another. */
  respond: (response: ServerResponse, message: ReceivedMessage) => void
  /** Waits until this many messages came. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedMessage[] = []
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { headers, url: path = '' } = request
      const id = String(headers['webhook-id'])
      const message = { id, path, headers, body: Buffer.concat(parts).toString() }
      received.push(message)
      receiver.respond(response, message)
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    respond: (response) => response.writeHead(204).end(),
    until: async (count) => {
      while (received.length < count) await new Promise<void>((wake) => waiting.push(wake))
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
  return receiver
}
