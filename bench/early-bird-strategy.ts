import { isFreshQuote, type Market, maxQuoteAgeMs, type TradableQuote } from '@candor/rules'
import { longestWaitMs } from '../apps/server/src/trading/quotes/fresh-prices.ts'

export type Direction = 'buy' | 'sell'

/** Rule by which the server fills a call. */
export interface FillRule {
  /** Age from which a quote is too old to fill at, in ms; null: only the market's own limit applies. */
  readonly freshMs: number | null
}

/** Limits of the bird's knowledge. */
export interface Sight {
  /** Time by which it knows a quote before the server, in ms. */
  readonly aheadMs: number
  /** Calls also where it cannot know the fill, as if there were no rule; else only where it knows it. */
  readonly hopes: boolean
}

/** A call that the bird makes now, and the quote that fills it. */
export interface Deed {
  readonly act: Direction | 'close'
  readonly fill: TradableQuote
  /** Index of that quote. */
  readonly index: number
  /** True when the fill is at a quote that has yet to arrive. */
  readonly waits: boolean
}

/** A call that the server refuses, because no price comes in time. */
export const refusedCall = 'refused'

const rateUnit = 10n ** 12n

/**
 * A program that knows every quote of a market some time before the server does, and the server's rules. It opens whenever a quote it
 * knows closes the position at a profit after commission and spread, and closes once no quote it knows is better.
 */
export class EarlyBird {
  private readonly market: Market
  private readonly rule: FillRule
  private readonly sight: Sight
  /** All tradable quotes of the day. The bird looks no further than it sees; later ones only tell what fills its call. */
  private readonly quotes: readonly TradableQuote[]
  /** Index of the newest quote that has arrived at the server. */
  newest = -1

  constructor(market: Market, quotes: readonly TradableQuote[], rule: FillRule, sight: Sight) {
    this.market = market
    this.quotes = quotes
    this.rule = rule
    this.sight = sight
  }

  /** Notes that the next tradable quote has arrived at the server. */
  arrived(): void {
    this.newest += 1
  }

  /** Decides what to do now; `held`: direction of the open position, if there is one. */
  decide(now: number, held: Direction | null): Deed | typeof refusedCall | null {
    const newest = this.quotes[this.newest]
    if (newest === undefined || !newest.inHours) return null
    const seen = this.fillIndex(now, now + this.sight.aheadMs)
    const reckoned = seen ?? (this.sight.hopes ? this.newest : null)
    if (reckoned === null) return null
    const act = held === null ? this.opening(now, reckoned) : this.closing(now, reckoned, held)
    return act === null ? null : this.deedOf(act, seen ?? this.fillIndex(now, now + longestWaitMs))
  }

  private deedOf(act: Deed['act'], index: number | null): Deed | typeof refusedCall {
    const fill = index === null ? undefined : this.quotes[index]
    if (index === null || fill === undefined) return refusedCall
    return { act, fill, index, waits: index !== this.newest }
  }

  /** Finds the direction with the greatest profit among the quotes it knows; null: neither earns. */
  private opening(now: number, index: number): Direction | null {
    const fill = this.quotes[index] as TradableQuote
    let best: Direction | null = null
    let most = 0n
    for (const { sellPrice, buyPrice } of this.known(now, index)) {
      const bought = sellPrice - fill.buyPrice - this.commission(sellPrice + fill.buyPrice)
      const sold = fill.sellPrice - buyPrice - this.commission(fill.sellPrice + buyPrice)
      const more = bought > sold ? bought : sold
      if (more > most) {
        most = more
        best = bought > sold ? 'buy' : 'sell'
      }
    }
    return best
  }

  private closing(now: number, index: number, held: Direction): 'close' | null {
    const fill = this.quotes[index] as TradableQuote
    for (const later of this.known(now, index)) {
      const isBetter = held === 'buy' ? later.sellPrice > fill.sellPrice : later.buyPrice < fill.buyPrice
      if (isBetter) return null
    }
    return 'close'
  }

  /** Yields the quotes after `index` that the bird has seen and the market will fill at. */
  private *known(now: number, index: number): Generator<TradableQuote> {
    for (let at = index + 1; ; at++) {
      const quote = this.quotes[at]
      if (quote === undefined || quote.receivedAt > now + this.sight.aheadMs) return
      if (quote.inHours) yield quote
    }
  }

  /** Returns the index of the quote that fills a call made now; null: none that arrives up to a moment. */
  private fillIndex(now: number, until: number): number | null {
    const newest = this.quotes[this.newest] as TradableQuote
    const { freshMs } = this.rule
    if (freshMs !== null)
      return this.freshIndex(now, { freshMs, latest: Math.min(until, now + longestWaitMs) })
    return now - newest.receivedAt > maxQuoteAgeMs(this.market, newest.source) ? null : this.newest
  }

  private freshIndex(now: number, { freshMs, latest }: { freshMs: number; latest: number }): number | null {
    for (let at = this.newest; ; at++) {
      const quote = this.quotes[at]
      if (quote === undefined || quote.receivedAt > Math.max(now, latest)) return null
      const looked = Math.max(now, quote.receivedAt)
      if (isFreshQuote(quote, { now: looked, calledAt: now, freshMs })) return quote.inHours ? at : null
    }
  }

  private commission(bothPrices: bigint): bigint {
    return (bothPrices * this.market.commissionRate) / rateUnit
  }
}
