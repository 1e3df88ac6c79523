import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { boundedDecimal, decimal, id, isoTime } from '../fields.ts'
import { marketTerms, termsFrom } from '../markets/markets.ts'
import { announcedKeys, listKeys, listShown, valueFrom } from './announced-terms.ts'
import { feeKeys } from './operator-set-fees.ts'
import { limitKeys } from './operator-set-limits.ts'

const code = z.string().min(1).max(20)
const reason = z.string().trim().min(3).max(500)
const roles = ['finance', 'risk', 'admin'] as const

export const marketTariff = z.object({
  code,
  name: z.string(),
  type: z.number().int().min(1).max(4),
  /** The highest leverage the rulebook allows here. */
  leverageCap: z.number().int(),
  /** Current terms for a new order. */
  terms: marketTerms,
  /** Announced terms, the next ones first. */
  later: z.array(termsFrom),
})
export type MarketTariff = z.infer<typeof marketTariff>

export const announcedTariff = z.object({
  /** The proposal it was approved with. */
  changeId: id,
  about: z.enum(['market', 'fee']),
  /** Codes of markets, or the fee. */
  names: z.array(z.string()),
  from: isoTime,
  reason: z.string(),
  proposedBy: z.string(),
  approvedBy: z.string(),
  announcedAt: isoTime,
  /** Set when the change was cancelled before it held; else null. */
  withdrawn: z.object({ at: isoTime, reason: z.string() }).nullable(),
})
export type AnnouncedTariff = z.infer<typeof announcedTariff>

/** A value in force, its announced changes, and the range that no change may leave. */
const announcedValue = { value: decimal, later: z.array(valueFrom), least: decimal, most: decimal }

/**
 * Calls for the cost of new orders and payments. Two people make a change, it is announced, and it never affects what already runs
 * (trust T18).
 */
export const tariffsOps = {
  opsTariffs: opsCall({
    method: 'GET',
    path: '/ops/tariffs',
    summary:
      'Every market’s terms and every fee that holds now, what is announced, and the newest hundred changes',
    roles,
    input: z.object({}),
    result: z.object({
      /** The server's time, on which announcements are based. */
      asOf: isoTime,
      /** Minimum hours of notice before a change holds. */
      noticeHours: z.number(),
      markets: z.array(marketTariff),
      fees: z.array(z.object({ key: z.enum(feeKeys), ...announcedValue })),
      /** Minimums and deadlines, announced as fees are. */
      limits: z.array(z.object({ key: z.enum(limitKeys), ...announcedValue })),
      lists: z.array(listShown),
      announced: z.array(announcedTariff),
    }),
  }),
  opsProposeTerms: opsCall({
    method: 'POST',
    path: '/ops/tariffs/markets',
    summary: 'Proposes other terms for new orders in these markets from a moment on; what is left out stays',
    roles,
    input: z.object({
      codes: z.array(code).min(1).max(100),
      terms: marketTerms.partial(),
      from: isoTime,
      reason,
    }),
    result: z.object({ id }),
  }),
  opsProposeFee: opsCall({
    method: 'POST',
    path: '/ops/tariffs/fees',
    summary: 'Proposes another fee, minimum or deadline from a moment on',
    roles,
    input: z.object({ key: z.enum(announcedKeys), value: boundedDecimal, from: isoTime, reason }),
    result: z.object({ id }),
  }),
  opsProposeList: opsCall({
    method: 'POST',
    path: '/ops/tariffs/lists',
    summary: 'Proposes other payouts, rebates or futures that end at a roll from a moment on',
    roles,
    input: z.object({ key: z.enum(listKeys), value: z.json(), from: isoTime, reason }),
    result: z.object({ id }),
  }),
  opsWithdrawTariff: opsCall({
    method: 'POST',
    path: '/ops/tariffs/withdraw',
    summary: 'Proposes to take back what is announced and does not hold yet',
    roles,
    input: z.object({ changeId: id, reason }),
    result: z.object({ id }),
  }),
} as const
