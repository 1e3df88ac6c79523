import type { MarketTermsShown } from '@candor/contract'
import { type Price, parsePrice, parseRate, type Rate, writePrice, writeRate } from '@candor/money'
import type { MarketTerms } from '@candor/rules'

/** A market's terms as decimal texts: on the wire, in a proposal and in `markets_tariffs`. */
export const toTermsResponse = (terms: MarketTerms): MarketTermsShown => ({
  leverageMax: terms.leverageMax,
  spreadAdded: writePrice(terms.spreadAdded),
  commissionRate: writeRate(terms.commissionRate),
  swapLong: writeRate(terms.swapLong),
  swapShort: writeRate(terms.swapShort),
})

const priceOf = (text: string): Price => readOr(parsePrice(text), text)
const rateOf = (text: string): Rate => readOr(parseRate(text), text)
function readOr<T>(value: T | null, text: string): T {
  if (value === null) throw new RangeError(`finer than it can be: ${text}`)
  return value
}

/** Reads what `toTermsResponse` wrote, or a part of it; throws on a text that is finer than a price or a rate can be. */
export function readTerms(
  shown: {
    readonly [K in keyof MarketTermsShown]?: MarketTermsShown[K] | undefined
  },
): Partial<MarketTerms> {
  const { leverageMax, spreadAdded, commissionRate, swapLong, swapShort } = shown
  return {
    ...(leverageMax !== undefined && { leverageMax }),
    ...(spreadAdded !== undefined && { spreadAdded: priceOf(spreadAdded) }),
    ...(commissionRate !== undefined && { commissionRate: rateOf(commissionRate) }),
    ...(swapLong !== undefined && { swapLong: rateOf(swapLong) }),
    ...(swapShort !== undefined && { swapShort: rateOf(swapShort) }),
  }
}
