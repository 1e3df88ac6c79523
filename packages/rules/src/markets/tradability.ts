import { divide, type Price, roundHalfEven } from '@candor/money'
import { nextOpenAt } from './calendar/hours.ts'
import type { Market, QuoteSource } from './market.ts'
import type { BoardQuote } from './quote.ts'

/** Rulebook, "Which quotes trade": the median of up to this many well-formed quotes before it … */
export const medianWindow = 20
/** … of which there must be at least this many. */
export const medianMinimum = 5
/** With replay a market order's quote may be this old, in recorded time. */
export const replayMaxQuoteAgeMs = 60_000

/** Maximum age of a quote that converts a currency into the account's, counted while its market is open. */
export const conversionMaxAgeMs = 60_000

/**
 * Reports whether a customer's call may be converted at this quote, which is `ageMs` old: at most `conversionMaxAgeMs`, or
 * older only because its market has been closed since. Source: rulebook, Source of prices.
 */
export function isFreshConversion(market: Market, quote: BoardQuote, ageMs: number): boolean {
  if (ageMs <= conversionMaxAgeMs) return true
  const cameAt = quote.source === 'replay' ? quote.time : quote.receivedAt
  const next = nextOpenAt(market, cameAt + conversionMaxAgeMs)
  return next !== null && next > cameAt + ageMs
}

/** Maximum age in ms of a quote of this source for a market order (rulebook, "Which quotes trade"). */
export const maxQuoteAgeMs = (market: Pick<Market, 'maxQuoteAgeMs'>, source: QuoteSource): number =>
  source === 'replay' ? replayMaxQuoteAgeMs : market.maxQuoteAgeMs

/** Requires a bid above zero, an ask not below it, and a spread of at most 5 % of mid: exact, nothing is rounded. */
export function wellFormed(bid: Price, ask: Price): boolean {
  // ask − bid ≤ 0.05 × (bid + ask) ÷ 2  ⇔  40 × (ask − bid) ≤ bid + ask
  return bid > 0n && ask >= bid && 40n * (ask - bid) <= bid + ask
}

/**
 * The well-formed mids against which a new quote is compared, oldest leaving first. A sorted copy makes each quote cost
 * one search and one short shift. Mids are stored doubled (bid + ask), so nothing is rounded.
 */
export class MedianWindow {
  private readonly arrived: bigint[] = []
  private readonly sorted: bigint[] = []
  private next = 0

  /** Reports whether mid lies within 5 % of the median of the quotes added so far, and there are enough of them. */
  accepts(bid: Price, ask: Price): boolean {
    const fourfold = this.fourfoldMedian()
    if (fourfold === null) return false
    const difference = 2n * (bid + ask) - fourfold
    return 20n * (difference < 0n ? -difference : difference) <= fourfold
  }

  /** Adds a well-formed quote. Call `accepts` first: a quote is not compared with itself. */
  add(bid: Price, ask: Price): void {
    const doubled = bid + ask
    if (this.arrived.length === medianWindow) {
      const leaving = this.arrived[this.next] as bigint
      this.sorted.splice(this.placeOf(leaving), 1)
    }
    this.arrived[this.next] = doubled
    this.next = (this.next + 1) % medianWindow
    this.sorted.splice(this.placeOf(doubled), 0, doubled)
  }

  /** Multiplies every mid by `by` ÷ `of` after a split of the market. */
  rebase(by: bigint, of: bigint): void {
    const scaled = (doubled: bigint) => divide(doubled * by, of, roundHalfEven)
    this.arrived.forEach((doubled, at) => {
      this.arrived[at] = scaled(doubled)
    })
    this.sorted.forEach((doubled, at) => {
      this.sorted[at] = scaled(doubled)
    })
  }

  /** Number of mids in the window. */
  get size(): number {
    return this.sorted.length
  }

  /** Four times the median mid, which keeps it whole: an even count takes the mean of the middle two. */
  private fourfoldMedian(): bigint | null {
    const count = this.sorted.length
    if (count < medianMinimum) return null
    const upper = this.sorted[count >> 1] as bigint
    return count % 2 === 1 ? 2n * upper : upper + (this.sorted[(count >> 1) - 1] as bigint)
  }

  private placeOf(doubled: bigint): number {
    let low = 0
    let high = this.sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.sorted[middle] as bigint) < doubled) low = middle + 1
      else high = middle
    }
    return low
  }
}
