import type { Plan, PlanOrder } from '@candor/contract'
import { type Rate, writeRate, writeUsdt } from '@candor/money'
import { accruingMinor, exitPenaltyMinor, type PlanTerms, planExpiresAt, planRunDays } from '@candor/rules'
import type { Selectable } from 'kysely'
import { isoOf } from '../platform/iso-time.ts'
import type { PlanMoney } from './plan-postings.ts'
import type { SmartTables } from './smart-tables.ts'

export type PlanRow = Selectable<SmartTables['smart_plans']>

export const termsOf = (row: PlanRow): PlanTerms => ({
  amountMinor: row.amount,
  days: row.days,
  dailyYield: row.daily_yield as Rate,
  penaltyShare: row.penalty_share as Rate,
  startedAt: Number(row.started_at),
})

export const moneyOf = (row: PlanRow): PlanMoney => ({
  id: row.id,
  userId: row.user_id,
  amountMinor: row.amount,
  dayMinor: row.day_minor,
})

export const paidMinorOf = (row: PlanRow): bigint => BigInt(row.paid_days) * row.day_minor

/** The plan entity at `nowMs`; `todayMinor` is what it was paid since midnight UTC. */
export function toPlanResponse(row: PlanRow, todayMinor: bigint, nowMs: number): Plan {
  const terms = termsOf(row)
  const earning = row.status === 'earning'
  const penalty = penaltyOf(row, terms)
  const ranUntil = row.closed_at === null ? nowMs : Number(row.closed_at)
  return {
    id: row.id,
    orderNo: row.order_no,
    productId: row.product_id,
    productName: row.product_name,
    days: row.days,
    amount: writeUsdt(row.amount),
    dailyYield: writeRate(terms.dailyYield),
    startedAt: isoOf(row.started_at),
    expiresAt: isoOf(planExpiresAt(terms)),
    nextEarningAt: row.next_due_at === null ? null : isoOf(row.next_due_at),
    runDays: planRunDays(terms, ranUntil),
    todayEarnings: writeUsdt(todayMinor),
    totalRevenue: writeUsdt(paidMinorOf(row) - (row.penalty ?? 0n)),
    sharedDays: row.paid_days,
    periodProfit: writeUsdt(earning ? row.day_minor : 0n),
    currentInterest: writeUsdt(earning ? accruingMinor(terms, row.paid_days, nowMs) : 0n),
    penalty: writeUsdt(penalty),
    promised: writeUsdt(row.day_minor * BigInt(row.days)),
    status: row.status,
    closedAt: row.closed_at === null ? null : isoOf(row.closed_at),
  }
}

/** While earning, what leaving now would cost; after an exit, what it cost; nothing after completion. */
const penaltyOf = (row: PlanRow, terms: PlanTerms): bigint =>
  row.status === 'earning' ? exitPenaltyMinor(terms, paidMinorOf(row)) : (row.penalty ?? 0n)

const nothingOfAPosition = {
  code: null,
  direction: null,
  kind: null,
  lots: null,
  leverage: null,
  margin: null,
  openPrice: null,
  closePrice: null,
  lastPrice: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
} as const
const endOf = { earning: null, completed: 'expiry', exited: 'user' } as const

/** The plan as a line of the list of all orders. */
export function toPlanOrderResponse(row: PlanRow): PlanOrder {
  const terms = termsOf(row)
  return {
    ...nothingOfAPosition,
    id: row.id,
    orderNo: row.order_no,
    type: 'smart',
    fee: writeUsdt(0n),
    swap: writeUsdt(0n),
    profit: writeUsdt(paidMinorOf(row) - (row.penalty ?? 0n)),
    status: row.status === 'earning' ? 'open' : 'closed',
    closeReason: endOf[row.status],
    createdAt: isoOf(row.started_at),
    openedAt: isoOf(row.started_at),
    closedAt: row.closed_at === null ? null : isoOf(row.closed_at),
    expiresAt: isoOf(planExpiresAt(terms)),
    mode: 'real',
    productName: row.product_name,
    amount: writeUsdt(row.amount),
    days: row.days,
    dailyYield: writeRate(terms.dailyYield),
  }
}
