import type { AccountMode } from '@candor/contract'
import {
  type Market,
  type OptionUnavailable,
  optionsAllowedIn,
  type TradableQuote,
  tradingMoment,
} from '@candor/rules'
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
  if (who.mode === 'real' && !optionsAllowedIn(who.country, realCountries))
    return { unavailable: 'country', quote: moment.quote }
  return moment
}

/** The rule by which a purchase in this market fills; null: there is none. */
export async function freshPrices(
  { board, fresh }: OptionPurchasePorts,
  mode: AccountMode,
  code: string,
): Promise<FreshPrices | null> {
  const isShut = (market: Market) => {
    const { unavailable } = tradingMoment(board, market, mode)
    return unavailable !== null && unavailable !== 'stale'
  }
  return (await fresh?.forCall({ board, mode, codes: () => [code], isShut })) ?? null
}
