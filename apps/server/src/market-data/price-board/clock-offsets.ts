import { type BoardQuote, type Market, marketTypeNames } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'

/** Difference of the server's clock from that of a feed, as its quotes show it. */
export interface ClockOffset {
  /** The class of markets that the feed serves. */
  readonly feed: string
  /** Positive: the server is ahead, or the feed is that late. Negative: the server is behind. */
  readonly ms: number
}

/** From here on a call that waits for a fresh price gets none (ADR-249). */
export const refusingOffsetMs = 5_000

/** The shortest `freshMs` by default. */
const mostOffsetMs = 500
/** Checks for a difference by which calls at the market wait although prices are new, or fill at old ones. */
export const isOff = ({ ms }: ClockOffset): boolean => Math.abs(ms) > mostOffsetMs

const spanMs = 10_000
const mostSpans = 6
const leastSpans = 3
/** A quote without a time of its source has that of its arrival, to within this. */
const untimedMs = 1

/**
 * Compares the arrival of live quotes with their source's own time. The smallest difference of ten seconds is what the quickest message took;
 * of the last minute's, the median counts, so that neither a slow line nor a message with a wrong time moves it.
 */
export class ClockOffsets {
  private readonly clock: Clock
  private readonly feedOf = new Map<string, string>()
  /** By feed: the smallest difference of each span, by its number. */
  private readonly least = new Map<string, Map<number, number>>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Adds a market whose quotes are compared. */
  list({ code, type }: Pick<Market, 'code' | 'type'>): void {
    this.feedOf.set(code, marketTypeNames[type])
  }

  take({
    code,
    source,
    time,
    receivedAt,
  }: Pick<BoardQuote, 'code' | 'source' | 'time' | 'receivedAt'>): void {
    const feed = this.feedOf.get(code)
    const difference = receivedAt - time
    if (source !== 'live' || feed === undefined || (difference >= 0 && difference <= untimedMs)) return
    const spans = this.least.get(feed) ?? new Map<number, number>()
    this.least.set(feed, spans)
    const span = Math.floor(receivedAt / spanMs)
    const known = spans.get(span)
    if (known === undefined || difference < known) spans.set(span, difference)
    if (known === undefined) forgetOld(spans, span)
  }

  /** Lists the feeds that sent enough quotes in the last minute. */
  now(): ClockOffset[] {
    const newest = Math.floor(this.clock.now() / spanMs)
    return [...this.least].flatMap(([feed, spans]) => {
      const recent = [...spans].filter(([span]) => span > newest - mostSpans).map(([, ms]) => ms)
      return recent.length < leastSpans ? [] : [{ feed, ms: medianOf(recent) }]
    })
  }

  /** Checks whether the server's clock differs from that of any feed by more than calls at the market bear. */
  differ(): boolean {
    return this.now().some(isOff)
  }
}

function forgetOld(spans: Map<number, number>, newest: number): void {
  for (const span of spans.keys()) if (span <= newest - mostSpans || span > newest) spans.delete(span)
}

/** The middle value; of an even count, the one nearer to zero of the middle two. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return Math.abs(low) < Math.abs(high) ? low : high
}
