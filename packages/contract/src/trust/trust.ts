import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, isoTime, positiveDecimal } from '../fields.ts'

/** Values of `result.reason` with code `beyondOwnLimit`. */
export const ownLimitReasons = [
  'dailyLoss',
  'weeklyLoss',
  'monthlyLoss',
  'coolingOff',
  'understanding',
] as const
export type OwnLimitReason = (typeof ownLimitReasons)[number]

/** A looser limit that waits: `value` null removes the limit. */
const lossLimit = z.object({
  /** USDT; null: no limit. */
  value: decimal.nullable(),
  next: z.object({ value: decimal.nullable(), at: isoTime }).nullable(),
  /** Trading result of the chosen account since the period began, signed. */
  result: decimal,
  /** End of the period, when the count restarts. */
  until: isoTime,
})

export const ownLimits = z.object({
  dailyLoss: lossLimit,
  weeklyLoss: lossLimit,
  monthlyLoss: lossLimit,
  coolingOff: z.object({
    until: isoTime.nullable(),
    next: z.object({ until: isoTime.nullable(), at: isoTime }).nullable(),
  }),
  /** Minutes between reminders of a session's time and result; null: none. */
  reminderMinutes: z.number().int().nullable(),
  /** Limit that forbids new risk in the chosen account now; null: none. */
  reached: z
    .object({ reason: z.enum(['dailyLoss', 'weeklyLoss', 'monthlyLoss', 'coolingOff']), until: isoTime })
    .nullable(),
})
export type OwnLimitsShown = z.infer<typeof ownLimits>

const loss = positiveDecimal.nullable().optional()
const choice = z.enum(['a', 'b', 'c'])
export const understandingShown = z.object({
  passedAt: isoTime.nullable(),
  /** The questions answered wrongly in this attempt. */
  wrong: z.array(z.enum(['leverage', 'stopOut', 'gap'])),
})

const own = '/swx/customer/user'

export const trustCalls = {
  limits: call({
    method: 'GET',
    path: `${own}/limits`,
    summary: 'The limits a customer set for themselves, and how near they are in the chosen account',
    access: 'customer',
    input: z.object({}),
    result: ownLimits,
  }),
  saveLimits: call({
    method: 'POST',
    path: `${own}/limits`,
    summary:
      'Changes the limits that are named (null takes one away): stricter at once, looser after 24 hours',
    access: 'customer',
    input: z.object({
      dailyLoss: loss,
      weeklyLoss: loss,
      monthlyLoss: loss,
      coolingOffUntil: isoTime.nullable().optional(),
      reminderMinutes: z.number().int().min(5).max(1440).nullable().optional(),
    }),
    result: ownLimits,
    success: 20005,
  }),
  understanding: call({
    method: 'GET',
    path: `${own}/understanding`,
    summary: 'The state of the check before the first real leveraged trade',
    access: 'customer',
    input: z.object({}),
    result: understandingShown,
  }),
  answerUnderstanding: call({
    method: 'POST',
    path: `${own}/understanding`,
    summary: 'Answers the check’s questions; it can be tried as often as wanted',
    access: 'customer',
    input: z.object({ leverage: choice, stopOut: choice, gap: choice }),
    result: understandingShown,
  }),
} as const
