import { type AccountMode, type Counted, isFromMarket } from '@candor/rules'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import type { PublishedMinutes, PublishedQuotes } from './published-minutes.ts'

/** A quote claimed to have been the newest at a time (epoch ms). */
export interface NewestQuote {
  readonly code: string
  readonly seq: number
  readonly receivedAt: number
  readonly until: number
}

/** Time that a quote may take from the process that receives it to the one that decides. */
const underWayMs = 1_000

/** Sources that count in a receipt. A receipt without them is compared with the quotes that count for any account of its mode. */
export const countedIn = (receipt: {
  readonly counts?: Counted | undefined
  readonly order: { readonly mode: AccountMode }
}): Counted => receipt.counts ?? (receipt.order.mode === 'demo' ? 'any' : 'real')

/** Quotes that count for an account, as an installation publishes them. */
export interface CountedQuotes {
  readonly counted: Counted
  readonly published: Pick<PublishedQuotes, 'ranges'>
  readonly minutes: PublishedMinutes
}

/**
 * Reports whether a later quote that counts was published up to a moment, less the time it may have been on its way. Reads the minutes at either end
 * quote by quote.
 */
export async function isOvertaken(quote: NewestQuote, quotes: CountedQuotes): Promise<boolean> {
  const { code, seq, receivedAt, until } = quote
  const { counted, published, minutes } = quotes
  const latest = until - underWayMs
  if (latest < receivedAt) return false
  for (const at of new Set([receivedAt, latest].map((moment) => Math.floor(moment / minuteMs) * minuteMs)))
    for (const one of await minutes.of(code, at))
      if (
        one.seq > seq &&
        one.judged === 2 &&
        one.receivedAt >= receivedAt &&
        one.receivedAt <= latest &&
        (counted === 'any' || isFromMarket(one.source))
      )
        return true
  return hasLater({ ...quote, until: latest }, counted, published)
}

/**
 * Reports whether a later quote that counts was published up to a moment. The minute of the quote itself and the one that holds the moment are passed
 * over.
 */
export async function hasLater(
  { code, seq, receivedAt, until }: NewestQuote,
  counted: Counted,
  published: Pick<PublishedQuotes, 'ranges'>,
): Promise<boolean> {
  const minute = Math.floor(receivedAt / minuteMs) * minuteMs + minuteMs
  const hour = Math.ceil(minute / hourMs) * hourMs
  const lastHour = Math.floor(until / hourMs) * hourMs
  // By the minute at either end, by the hour between.
  const requests = [
    ['minute', minute, Math.min(hour, until) - minuteMs],
    ['hour', hour, lastHour - hourMs],
    ['minute', Math.max(hour, lastHour), until - minuteMs],
  ] as const
  for (const [span, from, to] of requests) {
    if (from > to) continue
    const ranges = await published.ranges(code, span, from, to)
    if (ranges.some((range) => range.first > seq && range[counted] !== null)) return true
  }
  return false
}
