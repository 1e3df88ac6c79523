import type { IncomingMessage } from 'node:http'
import { decodeText } from './decode-text.ts'
import { FetchFailure } from './fetch-failure.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { checkedAddress, longestDetail, readOutboundUrl, requestPinned, wordsOf } from './pinned-request.ts'

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
const redirects: readonly (number | undefined)[] = [301, 302, 303, 307, 308]

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
    const response = await requestPinned(url, await checkedAddress(policy, url, signal), signal)
    if (response.statusCode === 200) return { response, url }
    response.destroy()
    url = readOutboundUrl(policy, nextOf(response, url))
  }
  throw new FetchFailure('redirect')
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
