import type { AccountMode } from '@candor/contract'
import {
  type Market,
  type OptionUnavailable,
  optionsAllowedIn,
  type TradableQuote,
  tradingMoment,
} from '@candor/rules'
import type { Caller } from '../../platform/http/caller.ts'
import type { FreshPrices } from '../quotes/fresh-prices.ts'
import type { OptionPurchasePorts } from './option-purchase-ports.ts'
import type { OptionSettings } from './option-tariff.ts'

export interface OptionMoment {
  readonly unavailable: OptionUnavailable | null
  /** The newest tradable quote in hours; null when there is none to open at. */
  readonly quote: TradableQuote | null
}

/** Checks whether an option can be opened in this market now, and returns the quote. Real accounts need a listed country (trust T21). */
export function optionMoment(
  { board }: OptionPurchasePorts,
  market: Market,
  who: { readonly mode: AccountMode; readonly country: string | null },
  { realCountries }: OptionSettings,
): OptionMoment {
  const moment = tradingMoment(board, market, who.mode)
  if (board.isCloseOnly(market.code)) return { unavailable: 'closeOnly', quote: moment.quote }
  if (who.mode === 'real' && !optionsAllowedIn(who.country, realCountries))
    return { unavailable: 'country', quote: moment.quote }
  return moment
}

/**
 * Waits for a fresh price where there is none, and makes a purchase with the rule for it; null: there is no rule. What the customer or the
 * operator sets meanwhile is thus read after the wait.
 */
export async function atFreshPrice<T>(
  { board, fresh }: OptionPurchasePorts,
  { userId, mode }: Caller,
  code: string,
  purchase: (prices: FreshPrices | null) => Promise<T>,
): Promise<T> {
  if (fresh === undefined) return purchase(null)
  const isShut = (market: Market) => {
    const { unavailable } = tradingMoment(board, market, mode)
    return unavailable !== null && unavailable !== 'stale'
  }
  const prices = await fresh.forCall({ board, mode, codes: () => [code], isShut })
  return fresh.places.during(`${userId} ${mode}`, prices.anyTooOld, async () => {
    await prices.untilFresh()
    return purchase(prices)
  })
}
