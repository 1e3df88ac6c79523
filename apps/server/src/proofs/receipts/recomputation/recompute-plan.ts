import { rate, writeScaled, writeUsdt } from '@candor/money'
import {
  exitPenaltyMinor,
  type PlanTerms,
  planDayDueAt,
  planDayMinor,
  planExpiresAt,
  planPromisedMinor,
  yearlyYield,
} from '@candor/rules'
import { z } from 'zod'
import { minorOf } from '../contract-document.ts'

const plan = z.object({
  order: z.object({
    amount: z.string(),
    days: z.number(),
    dailyYield: z.string(),
    yearlyYield: z.string(),
    penaltyShare: z.string(),
    startedAt: z.number(),
    expiresAt: z.number(),
    status: z.enum(['earning', 'completed', 'exited']),
    sharedDays: z.number(),
    paid: z.string(),
    penalty: z.string(),
  }),
  events: z.array(
    z.object({
      kind: z.enum(['purchase', 'payout', 'complete', 'exit']),
      at: z.number(),
      amount: z.string().optional(),
      promised: z.string().optional(),
      day: z.number().optional(),
      dueAt: z.number().optional(),
      yield: z.string().optional(),
      penalty: z.string().optional(),
      returned: z.string().optional(),
    }),
  ),
})
type Plan = z.infer<typeof plan>
type Event = Plan['events'][number]
type RequireEqual = (field: string, stated: unknown, computed: unknown) => void

/** Recomputes every number of a plan's receipt from its terms; returns the differences. Source: rulebook, Smart plans. */
export function recomputePlan(document: unknown): string[] {
  const { order, events } = plan.parse(document)
  const findings: string[] = []
  const requireEqual: RequireEqual = (field, stated, computed) => {
    if (stated !== computed) findings.push(`${field}: stated ${stated}, computed ${computed}`)
  }
  const terms: PlanTerms = {
    amountMinor: minorOf(order.amount),
    days: order.days,
    dailyYield: rate(order.dailyYield),
    penaltyShare: rate(order.penaltyShare),
    startedAt: order.startedAt,
  }
  requireEqual('end', order.expiresAt, planExpiresAt(terms))
  requireEqual('yearly yield', order.yearlyYield, writeScaled(yearlyYield(terms.dailyYield), 12))
  const [purchase] = events.filter(({ kind }) => kind === 'purchase')
  requireEqual('amount of the purchase', purchase?.amount, order.amount)
  requireEqual('promise', purchase?.promised, writeUsdt(planPromisedMinor(terms)))
  const payouts = events.filter(({ kind }) => kind === 'payout')
  for (const [at, payout] of payouts.entries()) checkPayout(terms, payout, at + 1, requireEqual)
  requireEqual('days paid', order.sharedDays, payouts.length)
  const paidMinor = BigInt(payouts.length) * planDayMinor(terms)
  requireEqual('paid so far', order.paid, writeUsdt(paidMinor))
  checkEnd({ order, terms, paidMinor }, events, requireEqual)
  return findings
}

function checkPayout(terms: PlanTerms, payout: Event, day: number, requireEqual: RequireEqual): void {
  requireEqual(`number of payout ${day}`, payout.day, day)
  requireEqual(`time of payout ${day}`, payout.dueAt, planDayDueAt(terms, day))
  requireEqual(`yield of payout ${day}`, payout.yield, writeUsdt(planDayMinor(terms)))
}

const endKinds = { earning: undefined, completed: 'complete', exited: 'exit' } as const

interface PaidPlan {
  readonly order: Plan['order']
  readonly terms: PlanTerms
  readonly paidMinor: bigint
}

function checkEnd(
  { order, terms, paidMinor }: PaidPlan,
  events: readonly Event[],
  requireEqual: RequireEqual,
): void {
  const end = events.find(({ kind }) => kind === 'complete' || kind === 'exit')
  requireEqual('status', end?.kind, endKinds[order.status])
  const penalty = order.status === 'exited' ? exitPenaltyMinor(terms, paidMinor) : 0n
  requireEqual('penalty', order.penalty, writeUsdt(penalty))
  if (order.status === 'completed') requireEqual('days of a completed plan', order.sharedDays, order.days)
  if (end === undefined) return
  requireEqual('returned', end.returned, writeUsdt(terms.amountMinor - penalty))
  if (order.status === 'exited') requireEqual('penalty of the exit', end.penalty, order.penalty)
}
