import { type Counted, marketsKnownBy, maxQuoteAgeMs } from '@candor/rules'
import type { Recomputed } from '../recomputation/recomputed.ts'
import { chosenFaults } from './check-fresh-fills.ts'
import { countedIn, isOvertaken } from './check-newest.ts'
import { filledReceipt, marketFillsIn, maxDecisionMs } from './market-fills.ts'
import type { PublishedMinutes, PublishedQuotes } from './published-minutes.ts'

/**
 * Checks that no fill at the market used a quote older than its market allows. The age of a recorded quote is counted in recorded time, which a receipt
 * does not show.
 */
export function checkQuoteAges(document: unknown): Recomputed {
  const read = filledReceipt.safeParse(document)
  if (!read.success) return { findings: [], proven: [] }
  const marketOf = marketsKnownBy(read.data.markets ?? [])
  const findings = marketFillsIn(read.data).flatMap(({ event: number, at, quote }) => {
    const { code, seq, source, receivedAt } = quote
    if (source === undefined || source === 'replay') return []
    const market = marketOf(code)
    if (market === null) return [`event ${number}: the market ${code} is not known`]
    const mostMs = maxQuoteAgeMs(market, source)
    return at - receivedAt > mostMs + maxDecisionMs
      ? [
          `event ${number}: the quote ${code} ${seq} was ${at - receivedAt} ms old, and ${mostMs} ms are allowed`,
        ]
      : []
  })
  return { findings, proven: [] }
}

/** Checks that each fill at the market used the newest published quote of its moment. */
export async function checkMarketFills(
  document: unknown,
  { published, minutes }: { readonly published: PublishedQuotes; readonly minutes: PublishedMinutes },
): Promise<Recomputed> {
  const read = filledReceipt.safeParse(document)
  if (!read.success) return { findings: [], proven: [] }
  const counted: Counted = countedIn(read.data)
  const fills = marketFillsIn(read.data)
  const findings: string[] = []
  for (const fill of fills) {
    const { event: number, at, quote } = fill
    if (await isOvertaken({ ...quote, until: at }, { counted, published, minutes }))
      findings.push(
        `event ${number}: it was filled at the quote ${quote.code} ${quote.seq}, and a later one was published before it`,
      )
    const faults = await chosenFaults(fill, { counted, minutes })
    findings.push(...faults.map((fault) => `event ${number}: ${fault}`))
  }
  const proven =
    findings.length > 0 || fills.length === 0
      ? []
      : [
          `${fills.length} fills at the market used the newest quote that the server publishes of their moment`,
        ]
  return { findings, proven }
}
