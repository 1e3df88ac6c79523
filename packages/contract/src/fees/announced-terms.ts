import { z } from 'zod'
import { decimal, isoTime } from '../fields.ts'
import { feeKeys } from './operator-set-fees.ts'
import { limitKeys } from './operator-set-limits.ts'

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
