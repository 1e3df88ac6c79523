import { assetScale, parseScaled, type Rate, rate, rateScale } from '@candor/money'
import type { VipTier } from '@candor/rules'
import type { Json } from '../../platform/json.ts'

const mostRebate = rate('0.5')

/**
 * The parameter `vip.tiers`: `[{ "volume": "100000", "rebate": "0.05" }, …]`, rising in both, no rebate above a half. Null: it is not
 * such a list.
 */
export function readVipTiers(value: Json): VipTier[] | null {
  if (!Array.isArray(value)) return null
  const tiers: VipTier[] = []
  for (const written of value) {
    const tier = readTier(written)
    if (tier === null || !isAbove(tier, tiers.at(-1))) return null
    tiers.push(tier)
  }
  return tiers
}

function readTier(written: Json): VipTier | null {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return null
  const { volume, rebate } = written as { readonly [key: string]: Json }
  if (typeof volume !== 'string' || typeof rebate !== 'string') return null
  const volumeMinor = parseScaled(volume, assetScale.USDT)
  const share = parseScaled(rebate, rateScale)
  return volumeMinor === null || share === null ? null : { volumeMinor, rebate: share as Rate }
}

const isAbove = (tier: VipTier, before: VipTier | undefined): boolean =>
  tier.volumeMinor > (before?.volumeMinor ?? 0n) &&
  tier.rebate > (before?.rebate ?? 0n) &&
  tier.rebate <= mostRebate
