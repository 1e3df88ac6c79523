import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { boundedRate, decimal, id, isoTime, positiveDecimal } from '../fields.ts'
import { savingsCoin } from './savings.ts'

const reason = z.string().trim().min(3).max(500)
const roles = ['finance', 'risk', 'admin'] as const
const mayPropose = ['finance', 'admin'] as const

export const savingsShown = z.object({
  coin: savingsCoin,
  /** Null: never offered. */
  offer: z
    .object({
      taking: z.boolean(),
      minAmount: decimal,
      dailyRate: decimal,
      yearlyRate: decimal,
      next: z.object({ dailyRate: decimal, from: isoTime }).nullable(),
    })
    .nullable(),
  /** Sum of customers' holdings, and number of customers. */
  held: decimal,
  customers: z.number().int(),
  /** The whole reserve, the part reserved for customers, and the amount missing for full cover. */
  reserve: decimal,
  reserved: decimal,
  missing: decimal,
  /** Amount of new money that the reserve covers; null: no bound. */
  room: decimal.nullable(),
  paid: decimal,
})
export type SavingsShown = z.infer<typeof savingsShown>

export const savingsChange = z.object({
  coin: savingsCoin,
  taking: z.boolean(),
  minAmount: decimal,
  dailyRate: decimal,
  reason: z.string(),
  proposedBy: z.string(),
  approvedBy: z.string(),
  changedAt: isoTime,
  rateFrom: isoTime,
})

/** Calls for the savings offer, changed by two people, and for its reserve, which the treasury funds. */
export const savingsOps = {
  opsSavings: opsCall({
    method: 'GET',
    path: '/ops/savings',
    summary: 'Each coin’s savings: the offer, what is held, its reserve; and the newest hundred changes',
    roles,
    input: z.object({}),
    result: z.object({
      coins: z.array(savingsShown),
      coverDays: z.number().int(),
      changes: z.array(savingsChange),
    }),
  }),
  opsProposeSavings: opsCall({
    method: 'POST',
    path: '/ops/savings/{coin}',
    summary:
      'Proposes what is offered of a coin: a higher rate from the next UTC day, a lower one after the days set aside',
    roles: mayPropose,
    input: z.object({
      coin: savingsCoin,
      taking: z.boolean(),
      minAmount: positiveDecimal,
      dailyRate: boundedRate,
      reason,
    }),
    result: z.object({ id }),
  }),
} as const
