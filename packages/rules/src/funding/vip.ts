import { divide, type Rate, rateScale, roundDown } from '@candor/money'

/** From this volume on, this share of the fees paid is returned. Both come from the operator's list, which is the same for everyone. */
export interface VipTier {
  /** In USDT's smallest unit. */
  readonly volumeMinor: bigint
  /** At most half of the fees. */
  readonly rebate: Rate
}

/** Finds the tier that a 30-day volume has reached, as its index in a rising list; null below the first. */
export function vipTierOf(volumeMinor: bigint, tiers: readonly VipTier[]): number | null {
  const reached = tiers.filter((tier) => volumeMinor >= tier.volumeMinor).length
  return reached === 0 ? null : reached - 1
}

/** Rebate on fees paid, both in USDT's smallest unit; rounded down, the operator keeps the remainder. */
export const feeRebate = (feesMinor: bigint, rebate: Rate): bigint =>
  divide(feesMinor * rebate, 10n ** BigInt(rateScale), roundDown)
