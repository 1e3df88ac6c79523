import { type AssetCode, Exact, exactRate, parseRate, roundHalfEven, writeScaled } from '@candor/money'

export interface ReadableRate {
  /** The coin that is priced, one unit of it. */
  readonly one: AssetCode
  /** The coin of the price. */
  readonly in: AssetCode
  readonly price: string
}

/** Coins in the order in which they price others: dollars price all, bitcoin prices ether. */
const pricedIn: readonly AssetCode[] = ['USDT', 'BTC', 'ETH']

const dollarDecimals = 2
const coinDecimals = 8

/**
 * Turns a conversion's rate the way markets quote it: one bitcoin in dollars, never one dollar in bitcoin. For reading only,
 * rounded half to even; the conversion itself uses the exact rate. Returns null for a rate that is not positive.
 */
export function readableRate(from: AssetCode, to: AssetCode, rateText: string): ReadableRate | null {
  const rate = parseRate(rateText)
  if (rate === null || rate <= 0n) return null
  const turned = pricedIn.indexOf(from) < pricedIn.indexOf(to)
  const exact = turned ? new Exact(1n).over(exactRate(rate)) : exactRate(rate)
  const [one, unit] = turned ? ([to, from] as const) : ([from, to] as const)
  const decimals = unit === 'USDT' ? dollarDecimals : coinDecimals
  return { one, in: unit, price: writeScaled(exact.rounded(decimals, roundHalfEven), decimals, decimals) }
}
