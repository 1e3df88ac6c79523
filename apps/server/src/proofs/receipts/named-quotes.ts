import { z } from 'zod'
import { quotePath } from './quote-path-document.ts'

const namedQuote = z.object({
  code: z.string(),
  seq: z.number(),
  receivedAt: z.number(),
  bid: z.string(),
  ask: z.string(),
  source: z.string().optional(),
  time: z.number().optional(),
  judged: z.number().optional(),
})
/** A quote as a receipt shows it. */
export type NamedQuote = z.infer<typeof namedQuote>

const namedOrNot = namedQuote.nullish().catch(null)
const settlement = z.object({ before: namedQuote, quotes: z.array(namedQuote) })
const levels = quotePath.extend({ since: z.object({ event: z.number(), seq: z.number() }) })
const event = z.object({
  /** Of a contract's events. */
  number: z.number().optional(),
  at: z.number(),
  quote: namedOrNot,
  after: namedOrNot,
  since: namedOrNot,
  trailingQuote: namedOrNot,
  neighbours: z.array(namedQuote).optional().catch(undefined),
  conversion: z.object({ quote: namedOrNot }).optional().catch(undefined),
  proof: z.union([levels, settlement]).optional().catch(undefined),
})
const receipt = z.object({
  order: z.object({
    code: z.string().catch(''),
    expiresAt: z.number().optional().catch(undefined),
    settleWithinMs: z.number().optional().catch(undefined),
  }),
  events: z.array(event),
})
type Event = z.infer<typeof event>

/** The quotes between two numbers, and the ranges a receipt shows of them. */
export interface Stretch {
  readonly code: string
  /** Both exclusive. */
  readonly after: number
  readonly before: number
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  readonly ranges: z.infer<typeof quotePath>['ranges']
}

/** Every quote a receipt shows, each once. */
export function quotesNamedIn(document: unknown): readonly NamedQuote[] {
  const found = new Map<string, NamedQuote>()
  for (const one of receipt.parse(document).events)
    for (const quote of quotesOf(one)) {
      // The same number twice with other figures is looked at twice.
      found.set(JSON.stringify(quote), quote)
    }
  return [...found.values()]
}

function quotesOf({
  quote,
  after,
  since,
  trailingQuote,
  neighbours,
  conversion,
  proof,
}: Event): NamedQuote[] {
  const settled = proof !== undefined && 'quotes' in proof ? [proof.before, ...proof.quotes] : []
  const namedQuotes = [quote, after, since, trailingQuote, conversion?.quote]
  return [...namedQuotes.flatMap((one) => one ?? []), ...(neighbours ?? []), ...settled]
}

/** Every stretch of quotes that a level's reaching rests on. */
export function stretchesIn(document: unknown): readonly Stretch[] {
  const { order, events } = receipt.parse(document)
  return events.flatMap(({ quote, at, proof }) => {
    if (proof === undefined || quote === null || quote === undefined || !('ranges' in proof)) return []
    const begun = events.find((one) => one.number === proof.since.event)
    const from = Math.min(begun?.at ?? at, proof.ranges[0]?.from ?? at, quote.receivedAt)
    const { ranges, since } = proof
    return [{ code: order.code, after: since.seq, before: quote.seq, from, to: quote.receivedAt, ranges }]
  })
}

/** The quotes that an option's end passed over, one by one. */
export interface PassedOver {
  readonly code: string
  /** Both exclusive; no end where the stake was given back. */
  readonly after: number
  readonly before: number
  readonly from: number
  readonly to: number
  readonly shown: ReadonlySet<number>
}

export function passedOverIn(document: unknown): readonly PassedOver[] {
  const { order, events } = receipt.parse(document)
  const waitedUntil = (order.expiresAt ?? 0) + (order.settleWithinMs ?? 0)
  return events.flatMap(({ quote, proof }) => {
    if (proof === undefined || !('quotes' in proof)) return []
    const { before, quotes } = proof
    return [
      {
        code: order.code,
        after: before.seq,
        before: quote?.seq ?? Number.POSITIVE_INFINITY,
        from: before.receivedAt,
        to: quote?.receivedAt ?? waitedUntil,
        shown: new Set(quotes.map(({ seq }) => seq)),
      },
    ]
  })
}
