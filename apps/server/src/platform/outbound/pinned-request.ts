import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { FetchFailure } from './fetch-failure.ts'
import type { OutboundPolicy, ResolvedAddress } from './outbound-policy.ts'

/** The permitted schemes, each with its port. */
const standardPorts: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])
/** Longest subject of a failure, in characters. */
export const longestDetail = 200

/**
 * Reads a URL, without a request: http or https, no user name, a permitted port, and no address that is not public. The URL parser writes
 * decimal, octal and hexadecimal IPv4 addresses in the usual form.
 */
export function readOutboundUrl(policy: OutboundPolicy, typed: string): URL {
  if (!URL.canParse(typed)) throw new FetchFailure('url')
  const url = new URL(typed)
  const standardPort = standardPorts.get(url.protocol)
  if (standardPort === undefined) throw new FetchFailure('url', url.protocol.slice(0, longestDetail))
  if (`${url.username}${url.password}` !== '') throw new FetchFailure('credentials')
  const port = url.port === '' ? standardPort : Number(url.port)
  if (!policy.permitsPort(port)) throw new FetchFailure('port', String(port))
  const host = hostOf(url)
  if (isIP(host) !== 0 && !policy.permitsAddress(host)) throw new FetchFailure('address', host)
  return url
}

/** The host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Resolves the host once. One address that is not public refuses the host, whatever else it has. */
export async function checkedAddress(
  policy: OutboundPolicy,
  url: URL,
  signal: AbortSignal,
): Promise<ResolvedAddress> {
  const host = hostOf(url)
  const family = isIP(host)
  // `readOutboundUrl` checked it.
  if (family !== 0) return { address: host, family }
  const addresses = await orAborted(
    policy.resolve(host).catch(() => []),
    signal,
  )
  if (addresses.some(({ address }) => !policy.permitsAddress(address)))
    throw new FetchFailure('address', host.slice(0, longestDetail))
  const [first] = addresses
  if (first === undefined) throw new FetchFailure('dns', host.slice(0, longestDetail))
  return first
}

/** A name server cannot be told to stop: its answer is left alone. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Message of a POST. */
export interface OutboundMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends a request to this address, whatever the name server would say now: a GET, or with a message a POST. Certificates are checked
 * against the host.
 */
export function requestPinned(
  url: URL,
  { address, family }: ResolvedAddress,
  signal: AbortSignal,
  message?: OutboundMessage,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family)
  const options: RequestOptions = {
    method: message === undefined ? 'GET' : 'POST',
    // No connection of another request is reused.
    agent: false,
    lookup: pinned,
    signal,
    headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'candor', ...message?.headers },
  }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    request.on('response', resolve).on('error', reject).end(message?.body)
  })
}

/** Words of a network error, for the person who set the URL. */
export const wordsOf = (error: unknown): string => {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown }
  return String(code ?? message ?? error).slice(0, longestDetail)
}
