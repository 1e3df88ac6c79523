// The clients of bench/live.ts, in a separate process: plain sockets that count bytes, so that the clients cost little.
import { connect, type Socket } from 'node:net'

/** Opens sockets, or waits until each has received so many bytes more since the last round. */
export type ClientTask =
  | { readonly open: number; readonly port: number; readonly path: string }
  | { readonly bytes: number; readonly sentAt: number }
export type ClientMessage = { readonly opened: true } | { readonly delaysMs: readonly number[] }

interface Client {
  readonly socket: Socket
  received: number
}

let clients: Client[] = []
let waiting: { bytes: number; sentAt: number; left: number; delays: number[] } | null = null

export const nowMs = () => performance.timeOrigin + performance.now()
const report = (message: ClientMessage) => process.send?.(message)

function count(client: Client, length: number): void {
  const before = client.received
  client.received += length
  if (waiting === null || before >= waiting.bytes || client.received < waiting.bytes) return
  waiting.delays.push(nowMs() - waiting.sentAt)
  waiting.left -= 1
  finish()
}

function finish(): void {
  if (waiting === null || waiting.left > 0) return
  const { bytes, delays } = waiting
  waiting = null
  for (const client of clients) client.received -= bytes
  report({ delaysMs: delays })
}

function open(port: number, path: string): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const client = { socket, received: 0 }
    let head = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (head.endsWith('\r\n\r\n')) return count(client, chunk.length)
      const text = head + chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) {
        head = text
        return
      }
      head = '\r\n\r\n'
      resolve(client)
      count(client, text.length - end - 4)
    })
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
  })
}

process.on('message', async (task: ClientTask) => {
  if ('open' in task) {
    for (const { socket } of clients) socket.destroy()
    clients = []
    while (clients.length < task.open) {
      const batch = Math.min(200, task.open - clients.length)
      clients.push(...(await Promise.all(Array.from({ length: batch }, () => open(task.port, task.path)))))
    }
    report({ opened: true })
    return
  }
  const already = clients.filter((client) => client.received >= task.bytes).length
  waiting = { ...task, left: clients.length - already, delays: [] }
  finish()
})
