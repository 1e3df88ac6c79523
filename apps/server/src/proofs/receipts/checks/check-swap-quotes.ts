import { minuteMs } from '@candor/rules/time-units.ts'
import { z } from 'zod'
import { countedIn, hasLater } from './check-newest.ts'
import { rolloverOf } from './check-swaps.ts'
import type { PublishedQuotes } from './published-minutes.ts'

/** A quote of the last minute may reach the engine only after the night's swap. */
const onTheWayMs = minuteMs

const swap = z.object({
  number: z.number(),
  kind: z.literal('swap'),
  date: z.iso.date(),
  quote: z.object({ code: z.string(), seq: z.number(), receivedAt: z.number() }),
})
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
  const { events } = read.data
  const counted = countedIn(read.data)
  const findings: string[] = []
  for (const event of events) {
    const { success, data } = swap.safeParse(event)
    if (!success) continue
    const night = { ...data.quote, until: rolloverOf(data.date) - onTheWayMs }
    if (await hasLater(night, counted, published))
      findings.push(
        `event ${data.number}: the night of ${data.date} was charged at quote ${data.quote.seq}, and later ones are published`,
      )
  }
  return findings
}
