import { type Market, maxQuoteAgeMs, type TradableQuote } from '@candor/rules'
import type { PriceBoard } from './board.ts'

export interface TradingMoment {
  /** Why nothing is traded in this market now; null: it is. */
  readonly unavailable: 'halted' | 'closed' | 'stale' | 'source' | null
  /** The newest tradable quote in hours; null when there is none. */
  readonly quote: TradableQuote | null
}

/**
 * Whether something can be sold at this market's price this moment, and at which quote. Outside a sandbox real money trades on no
 * replayed or simulated price (trust T4).
 */
export function tradingMoment(
  board: PriceBoard,
  market: Market,
  { real, sandbox }: { readonly real: boolean; readonly sandbox: boolean },
): TradingMoment {
  const newest = board.latestTradable(market.code)
  const quote = newest?.inHours === true ? newest : null
  if (board.haltedFor(market.code) !== null) return { unavailable: 'halted', quote }
  if (!board.isOpen(market.code)) return { unavailable: 'closed', quote }
  if (quote === null || board.ageMs(quote) > maxQuoteAgeMs(market, quote.source))
    return { unavailable: 'stale', quote }
  const made = quote.source === 'replay' || quote.source === 'simulated'
  return { unavailable: real && made && !sandbox ? 'source' : null, quote }
}
