import type { Market } from './market.ts'
import type { AccountMode, TradableQuote } from './quote.ts'
import { maxQuoteAgeMs } from './tradability.ts'

/** What is known of a market this moment, from whoever keeps its prices. */
export interface MarketView {
  /** The newest tradable quote that may decide for an account of this mode. */
  latestTradable(code: string, mode: AccountMode): TradableQuote | null
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
 * young enough, and one that may decide for this mode. Source: rulebook, Markets, Source of prices; trust T4.
 */
export function tradingMoment(view: MarketView, market: Market, mode: AccountMode): TradingMoment {
  const newest = view.latestTradable(market.code, mode)
  const quote = newest?.inHours === true ? newest : null
  if (view.haltedFor(market.code) !== null) return { unavailable: 'halted', quote }
  if (!view.isOpen(market.code)) return { unavailable: 'closed', quote }
  if (quote !== null && view.ageMs(quote) <= maxQuoteAgeMs(market, quote.source))
    return { unavailable: null, quote }
  return { unavailable: pricesFor(view, market.code, mode) ? 'stale' : 'source', quote }
}

/** False while the market is quoted by a source that may not decide for this mode. */
export function pricesFor(
  view: Pick<MarketView, 'latestTradable'>,
  code: string,
  mode: AccountMode,
): boolean {
  const newest = view.latestTradable(code, 'demo')
  return newest === null || mode === 'demo' || newest.forReal
}
