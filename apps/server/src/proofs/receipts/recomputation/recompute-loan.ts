import { rate, writeRate, writeUsdt } from '@candor/money'
import {
  annualPercentageRate,
  chargeOfDay,
  comingInterestMinor,
  type LoanDebt,
  type LoanTerms,
  loanDayEndsAt,
  nominalYearlyRate,
  owedMinor,
  splitPayment,
  withCharge,
  withPayment,
} from '@candor/rules'
import { z } from 'zod'
import { minorOf } from '../contract-document.ts'

const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payout'), at: z.number(), amount: z.string() }),
  z.object({
    kind: z.literal('charge'),
    afterDay: z.number(),
    dueAt: z.number(),
    charged: z.string(),
    base: z.string(),
    interest: z.string(),
  }),
  z.object({
    kind: z.literal('repayment'),
    afterDay: z.number(),
    overdue: z.string(),
    interest: z.string(),
    principal: z.string(),
  }),
])
const loan = z.object({
  order: z.object({
    amount: z.string(),
    days: z.number(),
    freeDays: z.number(),
    dailyRate: z.string(),
    yearlyRate: z.string(),
    overlayRate: z.string(),
    apr: z.string(),
    startedAt: z.number(),
    dueAt: z.number(),
    chargedDays: z.number(),
    interest: z.string(),
    overdue: z.string(),
    repaid: z.string(),
    owed: z.string(),
  }),
  events: z.array(event),
})
type Order = z.infer<typeof loan>['order']
type Event = z.infer<typeof event>
type RequireEqual = (field: string, stated: unknown, computed: unknown) => void

interface Course {
  readonly debt: LoanDebt
  readonly days: number
  readonly charged: LoanDebt
  readonly repaidMinor: bigint
}

/** Recomputes every number of a loan's receipt from its terms and payments; returns the differences. Source: rulebook, Loans. */
export function recomputeLoan(document: unknown): string[] {
  const { order, events } = loan.parse(document)
  const findings: string[] = []
  const requireEqual: RequireEqual = (field, stated, computed) => {
    if (stated !== computed) findings.push(`${field}: stated ${stated}, computed ${computed}`)
  }
  const terms: LoanTerms = {
    amountMinor: minorOf(order.amount),
    days: order.days,
    freeDays: order.freeDays,
    dailyRate: rate(order.dailyRate),
    overdueRate: rate(order.overlayRate),
  }
  checkTerms(order, terms, requireEqual)
  const nothing = { principalMinor: 0n, interestMinor: 0n, overdueMinor: 0n }
  let course: Course = {
    debt: { ...nothing, principalMinor: terms.amountMinor },
    days: 0,
    charged: nothing,
    repaidMinor: 0n,
  }
  for (const one of events) course = follow({ order, terms }, course, one, requireEqual)
  requireEqual('days charged', order.chargedDays, course.days)
  requireEqual('interest', order.interest, writeUsdt(course.charged.interestMinor))
  requireEqual('overdue charges', order.overdue, writeUsdt(course.charged.overdueMinor))
  requireEqual('repaid', order.repaid, writeUsdt(course.repaidMinor))
  requireEqual('owed', order.owed, writeUsdt(owedMinor(course.debt)))
  return findings
}

function checkTerms(order: Order, terms: LoanTerms, requireEqual: RequireEqual): void {
  const repaid = terms.amountMinor + comingInterestMinor(terms, terms.amountMinor)
  requireEqual('due', order.dueAt, loanDayEndsAt(order.startedAt, terms.days))
  requireEqual('yearly rate', order.yearlyRate, writeRate(nominalYearlyRate(terms.dailyRate)))
  requireEqual(
    'annual percentage rate',
    order.apr,
    writeRate(annualPercentageRate(terms.amountMinor, repaid, terms.days)),
  )
}

interface Loan {
  readonly order: Order
  readonly terms: LoanTerms
}

function follow({ order, terms }: Loan, course: Course, one: Event, requireEqual: RequireEqual): Course {
  if (one.kind === 'payout') {
    requireEqual('payout', one.amount, order.amount)
    requireEqual('time of the payout', one.at, order.startedAt)
    return course
  }
  if (one.kind === 'repayment') return repay(course, one, requireEqual)
  const day = course.days + 1
  const charge = chargeOfDay(terms, course.debt, day)
  requireEqual(`number of day ${day}`, one.afterDay, day)
  requireEqual(`end of day ${day}`, one.dueAt, loanDayEndsAt(order.startedAt, day))
  requireEqual(`kind of day ${day}`, one.charged, charge.kind)
  requireEqual(`base of day ${day}`, one.base, writeUsdt(charge.baseMinor))
  requireEqual(`interest of day ${day}`, one.interest, writeUsdt(charge.minor))
  return {
    ...course,
    days: day,
    debt: withCharge(course.debt, charge),
    charged: withCharge(course.charged, charge),
  }
}

function repay(
  course: Course,
  one: Extract<Event, { kind: 'repayment' }>,
  requireEqual: RequireEqual,
): Course {
  const stated: LoanDebt = {
    overdueMinor: minorOf(one.overdue),
    interestMinor: minorOf(one.interest),
    principalMinor: minorOf(one.principal),
  }
  const split = splitPayment(course.debt, owedMinor(stated))
  requireEqual(`days before a payment after day ${one.afterDay}`, one.afterDay, course.days)
  for (const part of ['overdueMinor', 'interestMinor', 'principalMinor'] as const)
    requireEqual(`${part} of a payment after day ${one.afterDay}`, stated[part], split[part])
  return {
    ...course,
    debt: withPayment(course.debt, split),
    repaidMinor: course.repaidMinor + owedMinor(split),
  }
}
