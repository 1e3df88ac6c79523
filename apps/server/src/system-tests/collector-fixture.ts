import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Attribute {
  readonly key: string
  readonly value: unknown
}
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
}

interface SentBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

export interface Collector {
  readonly url: string
  /** Everything it was sent, as text. */
  readonly bodies: string[]
  spans(): readonly SentSpan[]
  /** From now on requests are accepted and never answered. Returns how many of them wait. */
  hang(): () => number
  /** Ends it; later connections are refused. */
  close(): Promise<void>
}

/** Starts a collector that takes OTLP over HTTP as JSON. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  let hangs = false
  let waiting = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (hangs) {
      waiting += 1
      return
    }
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as SentBody).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    hang: () => {
      hangs = true
      return () => waiting
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
