import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line between client and server that a test can cut. */
export interface CuttingProxy {
  readonly url: string
  /** Delivers the next request and cuts the line instead of returning its response. */
  loseNextResponse(): void
  /** Cuts every line, and each new one until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Forwards TCP connections to a server. */
export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  let losesNext = false
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (isCut) return client.destroy()
    const upstream = connect(Number(port), hostname)
    open.add(client)
    const end = () => {
      open.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (data) => upstream.write(data))
    upstream.on('data', (data) => {
      if (!losesNext) return client.write(data)
      losesNext = false
      end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNextResponse: () => {
      losesNext = true
    },
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
