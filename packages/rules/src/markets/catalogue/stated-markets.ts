import type { Market } from '../market.ts'
import { marketByCode } from './all-markets.ts'

/** A market as far as a receipt is checked by it. */
export type CheckedMarket = Pick<Market, 'code' | 'type' | 'quoteCurrency' | 'contractSize' | 'maxQuoteAgeMs'>

/** The same of a market that the operator added, as its receipts state it; the product's own markets are in the program. */
export interface StatedMarket extends Omit<CheckedMarket, 'contractSize'> {
  readonly contractSize: string
}

/** Finds the market of a code; null for one that is neither the product's own nor stated. */
export type FindMarket = (code: string) => CheckedMarket | null

/** Finds markets in the product's own list, which a receipt cannot replace, and then among those that a receipt states. */
export const marketsKnownBy =
  (stated: readonly StatedMarket[]): FindMarket =>
  (code) => {
    const found = stated.find((one) => one.code === code)
    return marketByCode(code) ?? (found ? { ...found, contractSize: BigInt(found.contractSize) } : null)
  }

/** States the added ones of some markets, for a document that names them; nothing for the product's own. */
export function statedMarkets(markets: readonly Market[]): { readonly markets?: StatedMarket[] } {
  const added = markets.filter((market) => market.added !== undefined)
  if (added.length === 0) return {}
  return {
    markets: added.map(({ code, type, quoteCurrency, contractSize, maxQuoteAgeMs }) => ({
      ...{ code, type, quoteCurrency, maxQuoteAgeMs },
      contractSize: contractSize.toString(),
    })),
  }
}
