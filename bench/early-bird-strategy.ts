import { type Market, maxQuoteAgeMs, type TradableQuote } from '@candor/rules'
import { longestWaitMs } from '../apps/server/src/trading/quotes/fresh-prices.ts'

export type Direction = 'buy' | 'sell'

/** Rule by which the server fills a call. */
export interface FillRule {
  /** Age from which a quote is too old to fill at, in ms; null: only the market's own limit applies. */
  readonly freshMs: number | null
}

/** A call that the bird makes now, and the quote that fills it. */
export interface Deed {
  readonly act: Direction | 'close'
  readonly fill: TradableQuote
  /** True when the fill is at a quote that has yet to arrive. */
  readonly waits: boolean
}

const rateUnit = 10n ** 12n

/**
 * A program that knows every quote of a market some time before the server does, and the server's rules. It opens whenever a quote it
 * knows closes the position at a profit after commission and spread, and closes once no quote it knows is better.
 */
export class EarlyBird {
  private readonly market: Market
  private readonly rule: FillRule
  private readonly aheadMs: number
  /** All tradable quotes of the day; the bird looks no further than `aheadMs`. */
  private readonly quotes: readonly TradableQuote[]
  /** Index of the newest quote that has arrived at the server. */
  private newest = -1

  constructor(market: Market, quotes: readonly TradableQuote[], rule: FillRule, aheadMs: number) {
    this.market = market
    this.quotes = quotes
    this.rule = rule
    this.aheadMs = aheadMs
  }

  /** Notes that the next tradable quote has arrived at the server. */
  arrived(): void {
    this.newest += 1
  }

  /** Decides what to do now; `held`: direction of the open position, if there is one. */
  decide(now: number, held: Direction | null): Deed | null {
    const index = this.fillIndex(now)
    const fill = index === null ? undefined : this.quotes[index]
    if (index === null || fill === undefined) return null
    const act = held === null ? this.opening(now, index) : this.closing(now, index, held)
    return act === null ? null : { act, fill, waits: index !== this.newest }
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
      if (quote === undefined || quote.receivedAt > now + this.aheadMs) return
      if (quote.inHours) yield quote
    }
  }

  /** Returns the index of the quote that fills a call made now; null: none does, or the bird cannot know it yet. */
  private fillIndex(now: number): number | null {
    const newest = this.quotes[this.newest]
    if (newest === undefined || !newest.inHours) return null
    const ageMs = now - newest.receivedAt
    if (ageMs > maxQuoteAgeMs(this.market, newest.source)) return null
    const { freshMs } = this.rule
    if (freshMs === null || ageMs < freshMs) return this.newest
    const next = this.quotes[this.newest + 1]
    const withinMs = Math.min(this.aheadMs, longestWaitMs)
    return next?.inHours && next.receivedAt <= now + withinMs ? this.newest + 1 : null
  }

  private commission(bothPrices: bigint): bigint {
    return (bothPrices * this.market.commissionRate) / rateUnit
  }
}
