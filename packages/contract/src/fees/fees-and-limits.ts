import { z } from 'zod'
import { decimal, isoTime } from '../fields.ts'

// A new fee or limit begins with its key here, unless it is a fee on orders: that begins at `MarketTerms` (packages/rules/src/markets/market-terms.ts).
// The compiler then asks for its default and its range (apps/server/src/back-office/parameters), its name in the console
// (apps/console/src/tariffs) and its texts (packages/texts, fees.json).

/** Fees outside trading; changed like a market's terms (trust T18). */
export const feeKeys = [
  'withdrawalRate',
  'withdrawalFlat',
  'withdrawalFeeMinimum.BTC',
  'withdrawalFeeMinimum.ETH',
  'convertRate',
] as const
export type FeeKey = (typeof feeKeys)[number]

/** Minimums and deadlines that affect customers' money; changed like fees. */
export const limitKeys = [
  'minBalance',
  'withdrawalMinimum.USDT',
  'withdrawalMinimum.BTC',
  'withdrawalMinimum.ETH',
  'depositMinimum.USDT',
  'depositMinimum.BTC',
  'depositMinimum.ETH',
  'convertMinimum',
  'withdrawal.deadlineHours',
  'withdrawal.newAddressHours',
  'exitPenalty',
  'options.settleWithinSeconds',
  'tariff.noticeHours',
  'kyc.reviewHours',
  'kyc.neededFrom',
  'options.stakeMin',
  'options.stakeMax',
  'options.openMost',
  'contracts.openMost',
  'contracts.waitingMost',
  'invites.feeShare',
  'invites.months',
  'invites.enterDays',
  'nft.bidStep',
  'nft.softCloseSeconds',
  'nft.feeRate',
] as const
export type LimitKey = (typeof limitKeys)[number]

/** Lists of terms; each is changed and announced as a whole. */
export const listKeys = ['options.payouts', 'vip.tiers', 'contracts.endAtRoll'] as const
export type ListKey = (typeof listKeys)[number]

const announcedList = <K extends ListKey, T extends z.ZodType>(key: K, value: T) =>
  z.object({ key: z.literal(key), value, later: z.array(z.object({ from: isoTime, value })) })

/** A list in force and its announced changes: payouts by seconds, rebates by 30-day volume, futures that end with their contract. */
export const listShown = z.discriminatedUnion('key', [
  announcedList('options.payouts', z.record(z.string(), decimal)),
  announcedList('vip.tiers', z.array(z.object({ volume: decimal, rebate: decimal }))),
  announcedList('contracts.endAtRoll', z.array(z.string())),
])
export type ListShown = z.infer<typeof listShown>

/** Every parameter that is one number, is changed by two people within stated bounds, and is announced before it holds. */
export const announcedKeys = [...feeKeys, ...limitKeys] as const
export type AnnouncedKey = (typeof announcedKeys)[number]
export const valueFrom = z.object({ from: isoTime, value: decimal })
