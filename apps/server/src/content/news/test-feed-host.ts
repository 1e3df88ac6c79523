import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OutboundPolicy, publicHosts } from '../../platform/outbound/outbound-policy.ts'

/** A server with feeds, reached by every name that ends in `.example`. */
export interface FeedHost {
  /** Documents by path; a path without one is answered with 404. */
  readonly documents: Map<string, string>
  readonly requests: string[]
  /** The usual policy, but for this server's address. Hosts of `.internal` resolve to a private address. */
  readonly policy: OutboundPolicy
  urlOf(path: string): string
  close(): Promise<void>
}

const own = '127.0.0.1'

export async function openFeedHost(): Promise<FeedHost> {
  const documents = new Map<string, string>()
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    const document = documents.get(url)
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'text/xml; charset=utf-8' })
    response.end(document)
  })
  await new Promise<void>((listening) => server.listen(0, own, listening))
  const { port } = server.address() as AddressInfo
  return {
    documents,
    requests,
    policy: {
      resolve: async (host) => [{ address: host.endsWith('.internal') ? '10.0.0.1' : own, family: 4 }],
      permitsAddress: (address) => address === own || publicHosts.permitsAddress(address),
      permitsPort: (tried) => tried === port || publicHosts.permitsPort(tried),
    },
    urlOf: (path) => `http://feeds.example:${port}${path}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export interface WrittenItem {
  readonly id: string
  readonly title?: string
  readonly at?: number
}

/** Writes RSS 2.0. */
export const rssOf = (...items: readonly WrittenItem[]): string =>
  `<rss version="2.0"><channel>${items
    .map(
      ({ id, title = id, at }) =>
        `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>https://news.example/${id}</link>${
          at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`
        }</item>`,
    )
    .join('')}</channel></rss>`

/** Writes an iCalendar of events in UTC. */
export const calendarOf = (...events: readonly (WrittenItem & { readonly at: number })[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap(({ id, title = id, at }) => [
      'BEGIN:VEVENT',
      `UID:${id}`,
      `SUMMARY:${title}`,
      `DTSTART:${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
