import type { AccountMode } from '@candor/contract'
import {
  type Market,
  maxQuoteAgeMs,
  type OptionUnavailable,
  optionsAllowedIn,
  type TradableQuote,
} from '@candor/rules'
import type { OptionSettings } from './option-tariff.ts'
import type { OptionsDeps } from './options-deps.ts'

export interface OptionMoment {
  readonly unavailable: OptionUnavailable | null
  /** The newest tradable quote in hours; null when there is none to open at. */
  readonly quote: TradableQuote | null
}

/**
 * Whether an option can be opened in this market this moment, and at which quote. Real accounts need a listed country
 * (trust T21) and, outside a sandbox, prices that are not replayed or simulated (T4).
 */
export function optionMoment(
  deps: Pick<OptionsDeps, 'board' | 'sandbox'>,
  market: Market,
  who: { readonly mode: AccountMode; readonly country: string | null },
  settings: Pick<OptionSettings, 'realCountries'>,
): OptionMoment {
  const { board } = deps
  const newest = board.latestTradable(market.code)
  const quote = newest?.inHours === true ? newest : null
  const real = who.mode === 'real'
  if (real && !optionsAllowedIn(who.country, settings.realCountries)) return { unavailable: 'country', quote }
  if (board.haltedFor(market.code) !== null) return { unavailable: 'halted', quote }
  if (!board.isOpen(market.code)) return { unavailable: 'closed', quote }
  if (quote === null || board.ageMs(quote) > maxQuoteAgeMs(market, quote.source))
    return { unavailable: 'stale', quote }
  if (real && !deps.sandbox && (quote.source === 'replay' || quote.source === 'simulated'))
    return { unavailable: 'source', quote }
  return { unavailable: null, quote }
}
