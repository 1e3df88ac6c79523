import type { Plan } from '@candor/contract'
import { usdt } from '@candor/money'
import { planDayMs } from '@candor/rules/smart/plan.ts'

/** What leaving a plan now gives and costs, as decimal texts in USDT. */
export interface PlanExit {
  readonly principal: string
  readonly penalty: string
  /** Principal less penalty: what comes back to the account. */
  readonly returned: string
  /** Paid so far less the penalty: what remains of the yield, never below zero. */
  readonly keptYield: string
  /** Of what was promised, the part not yet paid: it is given up. */
  readonly givenUp: string
}

/** The figures of an early exit (rulebook, Smart plans), from the server's own penalty. */
export function planExit(plan: Plan): PlanExit {
  const principal = usdt(plan.amount)
  const penalty = usdt(plan.penalty)
  const revenue = usdt(plan.totalRevenue)
  return {
    principal: principal.toString(),
    penalty: penalty.toString(),
    returned: principal.minus(penalty).toString(),
    keptYield: revenue.minus(penalty).toString(),
    givenUp: usdt(plan.promised).minus(revenue).toString(),
  }
}

/** Days paid of all days, 0 to 1: for drawing. */
export const planProgress = (plan: Pick<Plan, 'sharedDays' | 'days'>): number =>
  plan.days === 0 ? 0 : plan.sharedDays / plan.days

/**
 * What the server's clock said (epoch ms) when it wrote this plan: the running day pays in proportion to its time, so what
 * it has earned tells how much of it is gone. Null once the plan no longer earns. To the size of one unit of USDT.
 */
export function serverTimeOf(plan: Plan): number | null {
  const whole = Number(plan.periodProfit)
  if (plan.nextEarningAt === null || whole === 0) return null
  const gone = Math.min(1, Number(plan.currentInterest) / whole)
  return Date.parse(plan.nextEarningAt) - Math.round((1 - gone) * planDayMs)
}

export interface WaitParts {
  readonly days: number
  readonly hours: number
  readonly minutes: number
}

/** A wait in whole days, hours and minutes, rounded up to the next minute and never below zero. */
export function waitParts(untilMs: number, nowMs: number): WaitParts {
  const minutes = Math.max(0, Math.ceil((untilMs - nowMs) / 60_000))
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
