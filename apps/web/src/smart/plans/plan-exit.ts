import type { Plan } from '@candor/contract'
import { usdt } from '@candor/money'
import { planDayMs } from '@candor/rules/smart/plan.ts'

/** Result of leaving a plan now, as decimal texts in USDT. */
export interface PlanExit {
  readonly principal: string
  readonly penalty: string
  /** Principal less penalty: the amount returned to the account. */
  readonly returned: string
  /** Yield paid so far less the penalty, never below zero. */
  readonly retainedYield: string
  /** The part of the promised yield that is not yet paid and would be lost. */
  readonly givenUp: string
}

/** Computes an early exit (rulebook, Smart plans) from the server's own penalty. */
export function planExit(plan: Plan): PlanExit {
  const principal = usdt(plan.amount)
  const penalty = usdt(plan.penalty)
  const revenue = usdt(plan.totalRevenue)
  return {
    principal: principal.toString(),
    penalty: penalty.toString(),
    returned: principal.minus(penalty).toString(),
    retainedYield: revenue.minus(penalty).toString(),
    givenUp: usdt(plan.promised).minus(revenue).toString(),
  }
}

/** Returns what a plan brought in USDT: all its yield less the penalty of an early exit. Exact. */
export const planNet = (paid: string, penalty: string): string => usdt(paid).minus(usdt(penalty)).toString()

/** Days paid of all days, 0 to 1: for drawing. */
export const planProgress = (plan: Pick<Plan, 'sharedDays' | 'days'>): number =>
  plan.days === 0 ? 0 : plan.sharedDays / plan.days

/**
 * Derives the server's time (epoch ms) from a plan: the current day earns in proportion to its time, so the amount earned gives the
 * elapsed part of the day. Null once the plan no longer earns. As exact as one unit of USDT.
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

/** Splits a wait into whole days, hours and minutes, rounded up to the next minute and never below zero. */
export function waitParts(untilMs: number, nowMs: number): WaitParts {
  const minutes = Math.max(0, Math.ceil((untilMs - nowMs) / 60_000))
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
