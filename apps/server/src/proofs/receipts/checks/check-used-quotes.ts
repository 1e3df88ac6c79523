import { isFromMarket, type QuoteSource } from '@candor/rules'
import { z } from 'zod'
import type { Recomputed } from '../recomputation/recomputed.ts'

const quote = z.object({
  code: z.string(),
  seq: z.number(),
  source: z.enum(['live', 'delayed', 'replay', 'simulated']).optional(),
  judged: z.number().optional(),
})
const counted = z.enum(['any', 'real']).optional()
const event = z.object({
  number: z.number().optional(),
  at: z.number(),
  kind: z.string(),
  reason: z.string().nullish(),
  quote: quote.nullish(),
  trailingQuote: quote.nullish(),
  conversion: z.object({ quote: quote.nullable() }).optional(),
  proof: z.object({ counts: counted }).optional(),
})
const receipt = z.object({
  kind: z.enum(['contract', 'option']),
  counts: counted,
  order: z.object({ mode: z.enum(['demo', 'real']) }),
  events: z.array(event),
})
type Receipt = z.infer<typeof receipt>
type Event = z.infer<typeof event>

/** Judgement of a quote on arrival: 1 is tradable, 2 also in the market's hours, 3 in hours while the market was halted (`StoredQuote`). */
type Judgements = readonly number[]
const tradable: Judgements = [1, 2, 3]
const inSession: Judgements = [2, 3]
const inHours: Judgements = [2]

/** A quote that decided something, and the rules it had to meet for that. */
export interface DecidingQuote {
  readonly event: number
  /** Time of the event, epoch ms. */
  readonly at: number
  readonly code: string
  readonly seq: number
  /** Absent: the receipt does not show it. */
  readonly source: QuoteSource | undefined
  readonly judged: number | undefined
  readonly allowed: Judgements
  /** Real money that no recording and no made-up price may decide about. */
  readonly fromMarket: boolean
}

/** Lists the quotes that filled, closed, settled, valued or converted in a receipt of a contract or an option. */
export function decidingQuotesOf(document: unknown): readonly DecidingQuote[] {
  const read = receipt.safeParse(document)
  if (!read.success) return []
  const { kind, events } = read.data
  const fromMarket = countsOf(read.data) === 'real'
  return events.flatMap((one, index) => {
    const { number = index + 1, at, quote, trailingQuote, conversion } = one
    const deciding = (found: typeof quote, allowed: Judgements): DecidingQuote[] =>
      found == null
        ? []
        : [{ ...found, source: found.source, judged: found.judged, event: number, at, allowed, fromMarket }]
    return [
      ...deciding(quote, allowedFor(kind, one)),
      ...deciding(trailingQuote, tradable),
      ...deciding(conversion?.quote, tradable),
    ]
  })
}

/** Fills and closes need a market that trades; an option settles during a halt too; other events need a price. */
function allowedFor(kind: Receipt['kind'], { kind: event, reason }: Event): Judgements {
  if (kind === 'option') return event === 'close' ? inSession : tradable
  // A recording ends at its last price, and closes there what is still open.
  return event === 'open' || (event === 'close' && reason !== 'end') ? inHours : tradable
}

/** Receipts from before it was shown state it only with a level's proof. */
const countsOf = ({ counts, events }: Receipt) =>
  counts ?? events.find(({ proof }) => proof?.counts)?.proof?.counts

/** Returns the faults of a quote that decided something; what is not known of it is none. */
export function faultsOfDeciding(one: DecidingQuote): string[] {
  const { event, code, seq, source, judged, allowed, fromMarket } = one
  const name = `event ${event}: the quote ${code} ${seq}`
  return [
    ...(judged === undefined || allowed.includes(judged) ? [] : [`${name} ${describeHours(judged)}`]),
    ...(fromMarket && source !== undefined && !isFromMarket(source)
      ? [`${name} is no market’s price (${source}), and real money was traded by it`]
      : []),
  ]
}

function describeHours(judged: number): string {
  if (judged === 0) return 'was no tradable price'
  return judged === 3 ? 'came while the market was halted' : 'came outside the market’s hours'
}

/**
 * Checks that every deciding quote was tradable on arrival, in hours where that is required, and of a source that counts for
 * the account (rulebook, Which quotes trade).
 */
export function checkUsedQuotes(document: unknown): Recomputed {
  const read = receipt.safeParse(document)
  if (!read.success)
    return { findings: [`the quotes cannot be read: ${read.error.issues[0]?.path.join('.')}`], proven: [] }
  const findings = [...countFaults(read.data)]
  const deciding = decidingQuotesOf(document)
  findings.push(...deciding.flatMap(faultsOfDeciding))
  const unshown = deciding.filter(({ judged }) => judged === undefined).length
  const proven =
    unshown === 0 ? [] : [`of ${unshown} quotes it is not shown that they were tradable when they came`]
  return { findings, proven }
}

function countFaults({ counts, order, events }: Receipt): string[] {
  if (order.mode === 'demo' && counts === 'real') return ['every source counts in a demo account']
  return events.flatMap(({ number, proof }, index) =>
    proof?.counts === undefined || proof.counts === (counts ?? proof.counts)
      ? []
      : [`event ${number ?? index + 1}: its proof counts other sources than the receipt`],
  )
}
