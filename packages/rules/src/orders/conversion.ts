import { Exact, exactPrice, midOf, type Price } from '@candor/money'

/** The account's unit and what counts as it (rulebook: 1 USD counts as 1 USDT). */
const sameAsUsdt = new Set(['USDT', 'USD'])
const one = new Exact(1n)

/** The markets that can turn a currency into USDT, in order of preference: `EURUSD`, `USDJPY` (inverse), `BTCUSDT`. */
export function conversionCodes(
  currency: string,
): readonly { readonly code: string; readonly inverse: boolean }[] {
  if (sameAsUsdt.has(currency)) return []
  return [
    { code: `${currency}USD`, inverse: false },
    { code: `USD${currency}`, inverse: true },
    { code: `${currency}USDT`, inverse: false },
  ]
}

/**
 * USDT for one unit of `currency`, at the mid of the market that trades it, exact.
 * Null when there is no quote for it: the caller refuses with `unavailable`. Source: rulebook, Contracts and Markets.
 */
export function conversionOf(currency: string, midOfMarket: (code: string) => Price | null): Exact | null {
  if (sameAsUsdt.has(currency)) return one
  for (const { code, inverse } of conversionCodes(currency)) {
    const mid = midOfMarket(code)
    if (mid !== null && mid > 0n) return inverse ? one.over(exactPrice(mid)) : exactPrice(mid)
  }
  return null
}

/** A quote that a conversion names. */
export interface ConvertingQuote {
  readonly code: string
  readonly bid: Price
  readonly ask: Price
}

/**
 * Checks that `rate` is what `conversionOf` makes of this quote: dollars are one to one and name no quote; every other currency has a quote of a
 * market that trades it against dollars or USDT, and no other market's. The mid is the board's (`midOf`).
 */
export function isConversionBy(currency: string, rate: Exact, quote: ConvertingQuote | null): boolean {
  if (sameAsUsdt.has(currency)) return quote === null && rate.compare(one) === 0
  if (quote === null) return false
  const expected = conversionOf(currency, (code) =>
    code === quote.code ? midOf(quote.bid, quote.ask) : null,
  )
  return expected !== null && rate.compare(expected) === 0
}
