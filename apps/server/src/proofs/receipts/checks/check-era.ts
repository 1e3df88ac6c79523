import { z } from 'zod'
import type { ReceiptsProve } from '../receipts-since.ts'
import { withReasons } from '../recomputation/recomputed.ts'
import { decidingQuotesOf } from './check-used-quotes.ts'
import { filledReceipt, marketFillsIn } from './market-fills.ts'

/** First version of each product whose receipts show everything that this release proves. */
const proving: Readonly<Record<'contract' | 'option', number>> = { contract: 2, option: 3 }

const event = z.object({
  number: z.number().optional(),
  at: z.number(),
  kind: z.string(),
  lossOf: z.string().optional(),
  cover: z.object({}).optional(),
  quote: z.object({ receivedAt: z.number().optional() }).nullish(),
})
/** Documents of the products whose numbers follow from quotes. */
const byQuotes = z.object({ kind: z.enum(['contract', 'option']) })
const receipt = z.object({
  kind: z.enum(['contract', 'option']),
  version: z.number(),
  counts: z.string().optional(),
  order: z.object({ mode: z.string() }),
  events: z.array(event),
})
type Receipt = z.infer<typeof receipt>

/** Reports whether a receipt is of a version that shows what followed from its quotes and not why. */
export function showsSumsOnly(document: unknown): boolean {
  const read = receipt.safeParse(document)
  return read.success && read.data.version < withReasons
}

/**
 * Checks that a receipt shows everything that the installation declared its receipts to show since then (ADR-210). An order
 * that began before may have an older receipt, and its earlier events need not show more.
 */
export function checkEra(document: unknown, { since, fillsSince, sandbox }: ReceiptsProve): string[] {
  if (!byQuotes.safeParse(document).success) return []
  const read = receipt.safeParse(document)
  if (!read.success) return ['what it shows of its events cannot be read']
  const day = new Date(since).toISOString()
  const later = read.data.events.filter(({ at }) => at >= since)
  return [
    ...versionFaults(read.data, since, day),
    ...sourceFaults(read.data, later, sandbox),
    ...unshownCovers(later, day),
    ...unjudged(document, since, day),
    ...(fillsSince === undefined ? [] : untimedFills(document, fillsSince)),
  ]
}

function versionFaults(document: Receipt, since: number, day: string): string[] {
  const { kind, version } = document
  return version < proving[kind] && beganAt(document) >= since
    ? [`version ${version} is older than the order: since ${day} receipts contain full proofs`]
    : []
}

function sourceFaults({ order, counts }: Receipt, later: Receipt['events'], sandbox: boolean): string[] {
  const wrong = order.mode === 'real' && !sandbox && counts !== 'real' && later.length > 0
  return wrong ? ['made-up prices count in it, and this installation is no sandbox'] : []
}

const unshownCovers = (later: Receipt['events'], day: string): string[] =>
  later
    .filter(({ lossOf, cover }) => lossOf !== undefined && cover === undefined)
    .map(
      ({ number, kind, lossOf }) =>
        `event ${number}: it is not shown that the loss of ${lossOf} needed its ${kind === 'owe' ? 'debt' : 'close'}, and since ${day} it has to be`,
    )

const unjudged = (document: unknown, since: number, day: string): string[] =>
  decidingQuotesOf(document)
    .filter(({ judged, at }) => judged === undefined && at >= since)
    .map(
      ({ event: of, code, seq }) =>
        `event ${of}: it is not shown that the quote ${code} ${seq} was tradable, and since ${day} it has to be`,
    )

/** Fills of real accounts alone: a reset closes a demo account at the present prices. A recording keeps its own rule. */
function untimedFills(document: unknown, since: number): string[] {
  const read = filledReceipt.safeParse(document)
  if (!read.success || read.data.order.mode !== 'real') return []
  const day = new Date(since).toISOString()
  return marketFillsIn(read.data)
    .filter(
      ({ at, quote, fill }) =>
        Math.max(at, quote.receivedAt) >= since && quote.source !== 'replay' && fill?.dueAt === undefined,
    )
    .map(({ event: of }) => `event ${of}: it is not shown when its call came, and since ${day} it has to be`)
}

/** A time of writing that was set back does not make an order older than the quote it began with. */
function beganAt({ events: [first] }: Receipt): number {
  return first === undefined ? 0 : Math.max(first.at, first.quote?.receivedAt ?? 0)
}
