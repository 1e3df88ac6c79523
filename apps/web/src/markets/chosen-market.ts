import type { MarketItem } from '@candor/contract'

/** The named market, else Bitcoin, which never closes, else the first. */
export function chosen(markets: readonly MarketItem[] | undefined, code: string | null): MarketItem | null {
  if (markets === undefined) return null
  const priced = (one: MarketItem) => one.price !== null
  return (
    markets.find((one) => one.code === code) ??
    markets.find((one) => one.code === 'BTCUSDT' && priced(one)) ??
    markets.find(priced) ??
    markets[0] ??
    null
  )
}
