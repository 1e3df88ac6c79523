import {
  instrumentsCalls,
  type MinuteQuotesDocument,
  type QuoteRangeShown,
  storedQuotesCalls,
} from '@candor/contract'
import type { Instrument } from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import { z } from 'zod'
import type { PublishedInstruments } from '../../proofs/receipts/checks/check-stated-markets.ts'
import type { PublishedQuotes } from '../../proofs/receipts/checks/published-minutes.ts'
import { isSigned } from '../../proofs/receipts/is-signed.ts'
import type { KeySet, Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { CommandError } from '../say.ts'

const patienceMs = 20_000
const longest = { minute: 6 * hourMs, hour: 7 * 24 * hourMs } as const

/** A call whose response is a document with its signature. */
interface SignedCall<Document extends Receipt['document']> {
  readonly path: string
  readonly result: z.ZodType<Omit<Receipt, 'document'> & { readonly document: Document }>
}

/** Quotes and added markets that a running installation publishes. Rejects responses that its stored keys did not sign. */
export class ServerQuotes implements PublishedQuotes, PublishedInstruments {
  private readonly server: URL
  private readonly keys: KeySet

  constructor(server: string, keys: KeySet) {
    if (!URL.canParse(server)) throw new CommandError(`${server} is not the address of a server.`)
    this.server = new URL(server)
    this.keys = keys
  }

  async ranges(
    code: string,
    span: 'minute' | 'hour',
    from: number,
    to: number,
  ): Promise<readonly QuoteRangeShown[]> {
    const found: QuoteRangeShown[] = []
    for (let start = from; start <= to; ) {
      const end = Math.min(to, start + longest[span])
      const { ranges, next } = await this.call(storedQuotesCalls.quoteRanges, code, {
        span,
        from: start,
        to: end,
      })
      found.push(...ranges)
      start = next ?? end + 1
    }
    // A response that continued in the middle of a minute has that minute in both parts.
    return [...new Map(found.map((range) => [`${range.from} ${range.first}`, range])).values()]
  }

  minute(code: string, at: number): Promise<MinuteQuotesDocument> {
    return this.call(storedQuotesCalls.minuteQuotes, code, { at })
  }

  async instruments(): Promise<readonly Instrument[]> {
    const { instruments } = await this.call(instrumentsCalls.listInstruments, '', {})
    return instruments.map(({ instrument }) => instrument)
  }

  private async call<Document extends Receipt['document']>(
    { path, result }: SignedCall<Document>,
    code: string,
    query: Readonly<Record<string, string | number>>,
  ): Promise<Document> {
    const url = new URL(path.replace('{code}', encodeURIComponent(code)), this.server)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value))
    const signed = z.object({ result }).safeParse(await fetchedJson(url))
    if (!signed.success)
      throw new CommandError(`${this.server.origin} does not publish what this receipt is checked against.`)
    const published = signed.data.result
    if (!isSigned(published, this.keys))
      throw new CommandError(`${this.server.origin} did not sign its response with a known key.`)
    return published.document
  }
}

/** Requests a public call of a server, again after a pause where it asks for one. */
export async function fetchedJson(url: URL): Promise<unknown> {
  try {
    for (;;) {
      const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
      const waitSeconds = Number(response.headers.get('retry-after') ?? 0)
      if (response.status !== 429 || waitSeconds > 60) return await response.json()
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, waitSeconds) * 1_000))
    }
  } catch {
    throw new CommandError(`${url.origin} cannot be reached.`)
  }
}
