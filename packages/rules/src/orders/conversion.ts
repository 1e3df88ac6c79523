import { Exact, exactPrice, type Price } from '@candor/money'

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
