import { divide, type Rate, rateScale, roundDown } from '@candor/money'

/** From a volume on, this share of the fees paid comes back. Both come from the operator's list, which is the same for everybody. */
export interface VipTier {
  /** USDT's smallest unit. */
  readonly volumeMinor: bigint
  /** At most half of the fees. */
  readonly rebate: Rate
}

/** The tier a volume of 30 days has reached, by its place in a rising list; null below the first. */
export function vipTierOf(volumeMinor: bigint, tiers: readonly VipTier[]): number | null {
  const reached = tiers.filter((tier) => volumeMinor >= tier.volumeMinor).length
  return reached === 0 ? null : reached - 1
}

/** What comes back of fees paid, both in USDT's smallest unit; rounded down, the operator keeps the remainder. */
export const feeRebate = (feesMinor: bigint, rebate: Rate): bigint =>
  divide(feesMinor * rebate, 10n ** BigInt(rateScale), roundDown)
