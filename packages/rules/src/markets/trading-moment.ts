import type { Market } from './market.ts'
import type { TradableQuote } from './quote.ts'
import { maxQuoteAgeMs } from './tradability.ts'

/** What is known of a market this moment, from whoever keeps its prices. */
export interface MarketView {
  latestTradable(code: string): TradableQuote | null
  /** Milliseconds since the quote, by the clock the rulebook names for its source. */
  ageMs(quote: TradableQuote): number
  isOpen(code: string): boolean
  haltedFor(code: string): string | null
}

export interface TradingMoment {
  /** Why nothing is sold at this market's price now; null: it is. */
  readonly unavailable: 'halted' | 'closed' | 'stale' | 'source' | null
  /** The newest tradable quote in hours; null when there is none. */
  readonly quote: TradableQuote | null
}

/**
 * Whether something can be sold at this market's price this moment, and at which quote: not halted, open, its newest tradable quote in hours and
 * young enough, and for real money outside a sandbox neither replayed nor simulated. Source: rulebook, Markets; trust T4.
 */
export function tradingMoment(
  view: MarketView,
  market: Market,
  { real, sandbox }: { readonly real: boolean; readonly sandbox: boolean },
): TradingMoment {
  const newest = view.latestTradable(market.code)
  const quote = newest?.inHours === true ? newest : null
  if (view.haltedFor(market.code) !== null) return { unavailable: 'halted', quote }
  if (!view.isOpen(market.code)) return { unavailable: 'closed', quote }
  if (quote === null || view.ageMs(quote) > maxQuoteAgeMs(market, quote.source))
    return { unavailable: 'stale', quote }
  const made = quote.source === 'replay' || quote.source === 'simulated'
  return { unavailable: real && made && !sandbox ? 'source' : null, quote }
}
