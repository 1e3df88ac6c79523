import { Amount, type AssetCode, assetScale, exactPrice, type Price, roundDown } from '@candor/money'
import { conversionCodes } from '@candor/rules'
import type { CoinPrices } from './worth-ports.ts'

/** USDT for one coin, and the moment of the quote (epoch ms). */
export interface CoinRate {
  readonly mid: Price
  readonly at: number
}

/** Markets that quote a coin in dollars or USDT. */
const codesOf = (coin: AssetCode) => conversionCodes(coin).filter(({ inverse }) => !inverse)

/** Returns a coin's rate at the newest quote that a real account may be decided on, however old; null without one. */
export function coinRate({ board }: CoinPrices, coin: AssetCode, now: number): CoinRate | null {
  for (const { code } of codesOf(coin)) {
    const quote = board.latestTradable(code, 'real')
    if (quote !== null) return { mid: quote.mid, at: now - board.ageMs(quote) }
  }
  return null
}

/** Returns a coin's price at a past moment; null where it is not known. */
export async function pastMid({ midAt }: CoinPrices, coin: AssetCode, at: number): Promise<Price | null> {
  // No cases: a coin has at most two such markets.
  for (const { code } of codesOf(coin)) {
    const mid = await midAt(code, at)
    if (mid !== null) return mid
  }
  return null
}

/** Converts coins to USDT's smallest unit at this price, rounded down, so that a worth is never overstated. */
export const worthAt = (coin: AssetCode, minor: bigint, mid: Price): bigint =>
  new Amount(coin, minor).exact().times(exactPrice(mid)).rounded(assetScale.USDT, roundDown)
