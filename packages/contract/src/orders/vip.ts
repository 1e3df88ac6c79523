import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, id } from '../fields.ts'

/** A tier of the VIP list: from this 30-day volume on, this share of a day's fees is returned. */
export const vipTier = z.object({ volume: decimal, rebate: decimal })
export type VipTierShown = z.infer<typeof vipTier>

export const feeRebatePaid = z.object({
  id,
  /** The UTC day of the fees. */
  day: z.string(),
  volume: decimal,
  fees: decimal,
  rate: decimal,
  rebate: decimal,
})
export type FeeRebatePaid = z.infer<typeof feeRebatePaid>

/** Calls of the VIP page. */
export const vipCalls = {
  vipTiers: call({
    method: 'GET',
    path: '/swx/customer/index/vipTiers',
    summary: 'The VIP tiers, rising; none while the operator has turned none on',
    access: 'visitor',
    input: z.object({}),
    result: z.array(vipTier),
  }),
  vipStanding: call({
    method: 'GET',
    path: '/swx/customer/user/vipStanding',
    summary: 'The real account’s volume of the last 30 days, its tier, and the newest thirty rebates',
    access: 'customer',
    input: z.object({}),
    result: z.object({
      volume: decimal,
      /** Its index in the list of `vipTiers`; null below the first. */
      tier: z.number().int().nullable(),
      /** Sum of all rebates so far. */
      paid: decimal,
      newest: z.array(feeRebatePaid),
    }),
  }),
} as const
