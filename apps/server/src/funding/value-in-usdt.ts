import { Amount, type AssetCode, assetScale, roundUp } from '@candor/money'
import { conversionOf, isFreshConversion } from '@candor/rules'
import type { PriceBoard } from '../market-data/price-board/price-board.ts'

export type PricesOfCoins = Pick<PriceBoard, 'latestTradable' | 'listed' | 'ageMs'>

/**
 * Returns an amount's worth in USDT's smallest unit, rounded up, at the newest price a real account may be decided on. Null without one of
 * the last minute: what depends on the worth is then decided as if it were large.
 */
export function valueInUsdt(board: PricesOfCoins, coin: AssetCode, minor: bigint): bigint | null {
  const rate = conversionOf(coin, (code) => {
    const [market, quote] = [board.listed(code), board.latestTradable(code, 'real')]
    if (market === null || quote === null) return null
    return isFreshConversion(market, quote, board.ageMs(quote)) ? quote.mid : null
  })
  return rate === null ? null : new Amount(coin, minor).exact().times(rate).rounded(assetScale.USDT, roundUp)
}
