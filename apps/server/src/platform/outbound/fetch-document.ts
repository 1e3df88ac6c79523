import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { decodeText } from './decode-text.ts'
import { FetchFailure } from './fetch-failure.ts'
import type { OutboundPolicy, ResolvedAddress } from './outbound-policy.ts'

export interface FetchLimits {
  readonly mostBytes: number
  /** For everything together: names, redirects, the body. */
  readonly patienceMs: number
}

export interface FetchedDocument {
  readonly text: string
  /** The address after redirects, against which its links are read. */
  readonly url: string
}

const mostRedirects = 3
/** The permitted schemes, each with its port. */
const standardPorts: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])
const redirects: readonly (number | undefined)[] = [301, 302, 303, 307, 308]
const longestDetail = 200

/**
 * Fetches a text from a URL that a person typed. Each host, also after a redirect, is resolved once, every address of it is checked, and the
 * connection goes to the checked address: a second answer of the name server is never asked for. Throws `FetchFailure`.
 */
export async function fetchDocument(
  policy: OutboundPolicy,
  typed: string,
  { mostBytes, patienceMs }: FetchLimits,
  stopping: AbortSignal,
): Promise<FetchedDocument> {
  const timeout = AbortSignal.timeout(patienceMs)
  const signal = AbortSignal.any([timeout, stopping])
  try {
    const { response, url } = await followed(policy, readOutboundUrl(policy, typed), signal)
    try {
      return { text: await readBody(response, mostBytes), url: url.href }
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof FetchFailure || stopping.aborted) throw error
    throw timeout.aborted ? new FetchFailure('timeout') : new FetchFailure('unreachable', wordsOf(error))
  }
}

/** Returns the first response that is no redirect. */
async function followed(
  policy: OutboundPolicy,
  first: URL,
  signal: AbortSignal,
): Promise<{ readonly response: IncomingMessage; readonly url: URL }> {
  let url = first
  // No cases: the redirects of one address, at most three.
  for (let redirect = 0; redirect <= mostRedirects; redirect += 1) {
    const response = await connect(url, await checkedAddress(policy, url, signal), signal)
    if (response.statusCode === 200) return { response, url }
    response.destroy()
    url = readOutboundUrl(policy, nextOf(response, url))
  }
  throw new FetchFailure('redirect')
}

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
async function checkedAddress(
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

/** Sends the request to this address, whatever the name server would say now. Certificates are checked against the host. */
function connect(
  url: URL,
  { address, family }: ResolvedAddress,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family)
  const options: RequestOptions = {
    // No connection of another request is reused.
    agent: false,
    lookup: pinned,
    signal,
    headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'candor' },
  }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    request.on('response', resolve).on('error', reject).end()
  })
}

/** Returns the address a redirect leads to; any other response is a failure. */
function nextOf({ statusCode, headers: { location } }: IncomingMessage, from: URL): string {
  if (!redirects.includes(statusCode) || location === undefined)
    throw new FetchFailure('status', `HTTP ${statusCode ?? ''}`)
  if (!URL.canParse(location, from.href)) throw new FetchFailure('url')
  const next = new URL(location, from.href)
  if (from.protocol === 'https:' && next.protocol === 'http:') throw new FetchFailure('redirect')
  return next.href
}

async function readBody(response: IncomingMessage, mostBytes: number): Promise<string> {
  const { 'content-encoding': coding = 'identity', 'content-type': type = null } = response.headers
  if (coding !== 'identity') throw new FetchFailure('encoding', coding.slice(0, longestDetail))
  const parts: Buffer[] = []
  let bytes = 0
  // No cases: the pieces of one body.
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) throw new FetchFailure('tooLarge')
    parts.push(part)
  }
  const text = decodeText(Buffer.concat(parts), type)
  if (text === null) throw new FetchFailure('encoding')
  return text
}

const wordsOf = (error: unknown): string => {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown }
  return String(code ?? message ?? error).slice(0, longestDetail)
}
