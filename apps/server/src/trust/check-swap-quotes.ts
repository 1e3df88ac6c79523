import { z } from 'zod'
import type { PublishedQuotes } from './check-published.ts'
import { rolloverOf } from './check-swaps.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A quote of the last minute may reach the engine after the night it came before. */
const onTheWayMs = minuteMs

const swap = z.object({
  number: z.number(),
  kind: z.literal('swap'),
  date: z.iso.date(),
  quote: z.object({ code: z.string(), seq: z.number(), receivedAt: z.number() }),
})
type Swap = z.infer<typeof swap>
const receipt = z.object({
  kind: z.literal('contract'),
  counts: z.enum(['any', 'real']).optional(),
  order: z.object({ mode: z.enum(['demo', 'real']) }),
  events: z.array(z.unknown()),
})

/**
 * Checks that each night was charged at the last quote before it: nothing that counts for the account was published between that quote and the
 * night, up to the minute before it. Only minutes and hours that are published count; what was charged later, at a later quote, was owed until then.
 */
export async function checkSwapQuotes(document: unknown, published: PublishedQuotes): Promise<string[]> {
  const read = receipt.safeParse(document)
  if (!read.success) return []
  const { counts, order, events } = read.data
  // A receipt that does not say what counts is asked for the quotes that count for any account.
  const counted = counts ?? (order.mode === 'demo' ? 'any' : 'real')
  const findings: string[] = []
  for (const event of events) {
    const { success, data } = swap.safeParse(event)
    if (success && (await hasLater(data, counted, published)))
      findings.push(
        `event ${data.number}: the night of ${data.date} was charged at quote ${data.quote.seq}, and later ones are published`,
      )
  }
  return findings
}

async function hasLater(
  { date, quote: { code, seq, receivedAt } }: Swap,
  counted: 'any' | 'real',
  published: PublishedQuotes,
): Promise<boolean> {
  const end = rolloverOf(date) - onTheWayMs
  const minute = Math.floor(receivedAt / minuteMs) * minuteMs + minuteMs
  const hour = Math.ceil(minute / hourMs) * hourMs
  const lastHour = Math.floor(end / hourMs) * hourMs
  // By the minute at either end, by the hour between.
  const asked = [
    ['minute', minute, Math.min(hour, end) - minuteMs],
    ['hour', hour, lastHour - hourMs],
    ['minute', Math.max(hour, lastHour), end - minuteMs],
  ] as const
  for (const [span, from, to] of asked) {
    if (from > to) continue
    const ranges = await published.ranges(code, span, from, to)
    if (ranges.some((range) => range.first > seq && range[counted] !== null)) return true
  }
  return false
}
