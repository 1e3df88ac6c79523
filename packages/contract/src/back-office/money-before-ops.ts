import { z } from 'zod'
import { decimal, id, isoTime } from '../fields.ts'
import { caseKind } from './operators-ops.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

/** Days that are added up, the day of the case among them. */
export const moneyBeforeDays = 90

const coin = z.object({ asset: z.string(), amount: decimal })

export const dayOfMoney = z.object({
  /** UTC. */
  day: z.iso.date(),
  /** Deposits that were credited, by coin. */
  in: z.array(coin),
  /** Withdrawals that were asked for and not given back, by coin, with their fees. */
  out: z.array(coin),
  /** Coins given in conversions, and received. */
  gave: z.array(coin),
  got: z.array(coin),
  /** Value of contracts of the real account when they were opened and again when they were closed, and stakes of options; USDT. */
  traded: decimal,
  /** Results of contracts and options that ended that day, after fees and swap; USDT. */
  result: decimal,
})
export type DayOfMoney = z.infer<typeof dayOfMoney>

export const moneyBefore = z.object({
  accountOpenedAt: isoTime,
  /** Address or card that a withdrawal goes to, and when it was added; null for other cases, and for a place that was erased. */
  payout: z.object({ what: z.string(), addedAt: isoTime }).nullable(),
  /** The latest credited deposit before the case; null: none. */
  lastDeposit: z.object({ asset: z.string(), amount: decimal, at: isoTime }).nullable(),
  /** Traded and earned since the latest deposit, until the case; null without a deposit. */
  sinceDeposit: z.object({ traded: decimal, result: decimal }).nullable(),
  /** Days on which anything moved, the newest first. */
  days: z.array(dayOfMoney),
  /** The customer's other withdrawals before the case, newest first; at most 10. */
  withdrawals: z.array(
    z.object({ id, asset: z.string(), amount: decimal, to: z.string(), status: z.string(), at: isoTime }),
  ),
})
export type MoneyBefore = z.infer<typeof moneyBefore>

export const moneyBeforeOps = {
  opsMoneyBefore: opsCall({
    method: 'GET',
    path: '/ops/case/{kind}/{id}/money',
    summary:
      'Deposits, conversions, trading and withdrawals of a case’s customer in the 90 days before it, for who holds the case (else 11007); that they were looked at stands in the audit log',
    roles: operatorRoles,
    input: z.object({ kind: caseKind, id }),
    result: moneyBefore,
  }),
} as const
