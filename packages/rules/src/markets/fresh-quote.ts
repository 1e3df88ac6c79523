import type { Market } from './market.ts'
import type { BoardQuote } from './quote.ts'

/** Age in ms from which a quote is too old to fill a customer's call at; a parameter each. */
export interface FreshLimits {
  readonly cryptoMs: number
  readonly othersMs: number
}

const crypto = 2

/** Returns the age in ms from which a market's quote is too old to fill a customer's call at. */
export const freshMsOf = ({ type }: Pick<Market, 'type'>, { cryptoMs, othersMs }: FreshLimits): number =>
  type === crypto ? cryptoMs : othersMs

/** Times of a quote, from which its age counts. */
export type DatedQuote = Pick<BoardQuote, 'source' | 'time' | 'receivedAt'>

/**
 * Returns the moment a quote was made: the source's own time of a live one, so that a feed that is late is seen to be late. A source whose
 * clock is ahead gains nothing by it: no quote is made after it was received.
 */
export const madeAtOf = ({ source, time, receivedAt }: DatedQuote): number =>
  source === 'live' ? Math.min(time, receivedAt) : receivedAt

/** Moments (epoch ms) and limit by which a call's price is judged. */
export interface FreshMoment {
  readonly now: number
  readonly calledAt: number
  readonly freshMs: number
}

/**
 * Reports whether a quote may fill a customer's call: it is younger than the limit, or was made after the call. Of one that is older and was
 * made before, who watches the source knows already whether it is a bargain.
 */
export function isFreshQuote(quote: DatedQuote, { now, calledAt, freshMs }: FreshMoment): boolean {
  const madeAt = madeAtOf(quote)
  return now - madeAt < freshMs || madeAt > calledAt
}
