import { allMarkets, type Counted, maxQuoteAgeMs } from '@candor/rules'
import { z } from 'zod'
import type { Recomputed } from '../recomputation/recomputed.ts'
import { countedIn, isOvertaken } from './check-newest.ts'
import type { PublishedMinutes, PublishedQuotes } from './published-minutes.ts'

const event = z.object({
  number: z.number().optional(),
  at: z.number(),
  kind: z.string(),
  reason: z.string().nullish(),
  quote: z
    .object({
      code: z.string(),
      seq: z.number(),
      receivedAt: z.number(),
      source: z.enum(['live', 'delayed', 'replay', 'simulated']).optional(),
    })
    .nullish()
    .catch(null),
  /** By which price the fill was fresh; absent in older receipts and a replay's. */
  fill: z.object({ freshMs: z.number(), waitedFrom: z.number().nullable() }).nullish().catch(null),
})
const receipt = z.object({
  kind: z.enum(['contract', 'option']),
  counts: z.enum(['any', 'real']).optional(),
  order: z.object({ mode: z.enum(['demo', 'real']), kind: z.string().optional() }),
  events: z.array(event),
})
type Receipt = z.infer<typeof receipt>

/** A market fill requested by a customer: at the newest tradable quote, unless it is too old (rulebook, Which quotes trade). */
interface MarketFill {
  readonly event: number
  /** Time of the decision, epoch ms. */
  readonly at: number
  readonly quote: NonNullable<z.infer<typeof event>['quote']>
  readonly fill: z.infer<typeof event>['fill']
}

/** An event is written this long after its quote's age was looked at, at most. */
const maxDecisionMs = 1_000

/** Lists market orders, purchases of options, and closes on the customer's request. */
function marketFillsIn({ kind, order, events }: Receipt): MarketFill[] {
  const atMarket = kind === 'option' || order.kind === 'market'
  return events.flatMap(({ number, at, kind: eventKind, reason, quote, fill }, index) =>
    quote && ((eventKind === 'open' && atMarket) || (eventKind === 'close' && reason === 'user'))
      ? [{ event: number ?? index + 1, at, quote, fill }]
      : [],
  )
}

/**
 * Checks that no fill at the market used a quote older than its market allows. The age of a recorded quote is counted in recorded time, which a receipt
 * does not show.
 */
export function checkQuoteAges(document: unknown): Recomputed {
  const read = receipt.safeParse(document)
  if (!read.success) return { findings: [], proven: [] }
  const findings = marketFillsIn(read.data).flatMap(({ event: number, at, quote }) => {
    const { code, seq, source, receivedAt } = quote
    const market = allMarkets.find((one) => one.code === code)
    if (market === undefined || source === undefined || source === 'replay') return []
    const mostMs = maxQuoteAgeMs(market, source)
    return at - receivedAt > mostMs + maxDecisionMs
      ? [
          `event ${number}: the quote ${code} ${seq} was ${at - receivedAt} ms old, and ${mostMs} ms are allowed`,
        ]
      : []
  })
  return { findings, proven: [] }
}

/**
 * Checks that each fill at the market was at a fresh price: at a quote younger than the limit it states, or at one that arrived after the
 * call.
 */
export function checkFreshFills(document: unknown): Recomputed {
  const read = receipt.safeParse(document)
  if (!read.success) return { findings: [], proven: [] }
  const judged = marketFillsIn(read.data).flatMap(({ event: number, at, quote, fill }) =>
    fill == null ? [] : [{ number, ...judgedFill(at, quote, fill) }],
  )
  const texts = (isFresh: boolean) =>
    judged.filter((one) => one.isFresh === isFresh).map(({ number, text }) => `event ${number}: ${text}`)
  return { findings: texts(false), proven: texts(true) }
}

function judgedFill(
  at: number,
  { code, seq, receivedAt }: MarketFill['quote'],
  { freshMs, waitedFrom }: NonNullable<MarketFill['fill']>,
): { readonly isFresh: boolean; readonly text: string } {
  const name = `the quote ${code} ${seq}`
  if (waitedFrom !== null)
    return seq > waitedFrom
      ? {
          isFresh: true,
          text: `${name} arrived after the call, when ${waitedFrom} was the newest and too old`,
        }
      : { isFresh: false, text: `${name} did not arrive after the call, when ${waitedFrom} was the newest` }
  const ageMs = at - receivedAt
  return ageMs < freshMs + maxDecisionMs
    ? { isFresh: true, text: `${name} was younger than ${freshMs} ms` }
    : { isFresh: false, text: `${name} was ${ageMs} ms old, and had to be younger than ${freshMs} ms` }
}

/** Checks that each fill at the market used the newest published quote of its moment. */
export async function checkMarketFills(
  document: unknown,
  { published, minutes }: { readonly published: PublishedQuotes; readonly minutes: PublishedMinutes },
): Promise<Recomputed> {
  const read = receipt.safeParse(document)
  if (!read.success) return { findings: [], proven: [] }
  const counted: Counted = countedIn(read.data)
  const fills = marketFillsIn(read.data)
  const findings: string[] = []
  for (const { event: number, at, quote } of fills)
    if (await isOvertaken({ ...quote, until: at }, { counted, published, minutes }))
      findings.push(
        `event ${number}: it was filled at the quote ${quote.code} ${quote.seq}, and a later one was published before it`,
      )
  const proven =
    findings.length > 0 || fills.length === 0
      ? []
      : [
          `${fills.length} fills at the market used the newest quote that the server publishes of their moment`,
        ]
  return { findings, proven }
}
