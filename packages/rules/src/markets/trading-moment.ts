import type { Market } from './market.ts'
import type { AccountMode, TradableQuote } from './quote.ts'
import { maxQuoteAgeMs } from './tradability.ts'

/** Current state of the markets, as given by the module that keeps their prices. */
export interface MarketView {
  /** The newest tradable quote that may decide for an account of this mode. */
  latestTradable(code: string, mode: AccountMode): TradableQuote | null
  /** Milliseconds since the quote, by the clock the rulebook names for its source. */
  ageMs(quote: TradableQuote): number
  isOpen(code: string): boolean
  haltedFor(code: string): string | null
}

export interface TradingMoment {
  /** Reason why no sale is possible at this market's price now; null: a sale is possible. */
  readonly unavailable: 'halted' | 'closed' | 'stale' | 'source' | null
  /** The newest tradable quote, if it is in hours; else null. */
  readonly quote: TradableQuote | null
}

/**
 * Decides if a sale at this market's price is possible now, and at which quote: the market is not halted, is open, and
 * its newest tradable quote for this mode is in hours and young enough. Source: rulebook, Markets, Source of prices;
 * trust T4.
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

/** Reports whether quotes of this market may decide for this mode: false only when the source of the newest one may not. */
export function pricesFor(
  view: Pick<MarketView, 'latestTradable'>,
  code: string,
  mode: AccountMode,
): boolean {
  const newest = view.latestTradable(code, 'demo')
  return newest === null || mode === 'demo' || newest.forReal
}
