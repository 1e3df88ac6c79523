import { writeRate, writeScaled, writeUsdt } from '@candor/money'
import { planExpiresAt, yearlyYield } from '@candor/rules'
import type { Database } from '../platform/database/database.ts'
import { type PlanRow, paidMinorOf, termsOf } from './plan-response.ts'
import { findPlan, payoutsOf } from './smart-store.ts'

/** A receipt before it is signed, and the address under which anyone may see it. */
export interface UnsignedReceipt {
  readonly document: Readonly<Record<string, unknown>>
  readonly publicId: string
}

/** The receipt of a customer's own plan; null when there is none of that id. */
export async function ownPlanReceipt(
  db: Database,
  id: string,
  userId: string,
): Promise<UnsignedReceipt | null> {
  const row = await findPlan(db.query, { id, userId })
  return row === null ? null : receiptOf(db, row)
}

/** The same by its unguessable public address. */
export async function publicPlanReceipt(db: Database, publicId: string): Promise<UnsignedReceipt | null> {
  const row = await findPlan(db.query, { publicId })
  return row === null ? null : receiptOf(db, row)
}

/** It names no customer, so the public address shows the same document (trust T6). */
async function receiptOf(db: Database, row: PlanRow): Promise<UnsignedReceipt> {
  const payouts = await payoutsOf(db.query, row.id)
  const paid = payouts.map(({ day, minor, due_at, paid_at }) => ({
    kind: 'payout',
    at: Number(paid_at),
    day,
    dueAt: Number(due_at),
    formula: ['yield = halfEven(amount × dailyYield)'],
    yield: writeUsdt(minor),
  }))
  const events = [purchaseEvent(row), ...paid, ...endEvents(row)]
  return {
    publicId: row.public_id,
    document: {
      version: 1,
      kind: 'plan',
      order: orderClaims(row),
      events: events.map((event, at) => ({ ...event, number: at + 1 })),
    },
  }
}

const purchaseEvent = (row: PlanRow) => ({
  kind: 'purchase',
  at: Number(row.started_at),
  formula: [
    'dailyYield = dailyYieldMin + (dailyYieldMax − dailyYieldMin) × (amount − minAmount) ÷ (maxAmount − minAmount)',
    'promised = days × halfEven(amount × dailyYield), set aside in the yield reserve',
  ],
  amount: writeUsdt(row.amount),
  promised: writeUsdt(row.day_minor * BigInt(row.days)),
})

function endEvents(row: PlanRow) {
  if (row.closed_at === null) return []
  const at = Number(row.closed_at)
  if (row.status === 'completed') return [{ kind: 'complete', at, returned: writeUsdt(row.amount) }]
  const penalty = row.penalty ?? 0n
  return [
    {
      kind: 'exit',
      at,
      formula: ['penalty = min(halfEven(amount × penaltyShare), paid so far)', 'returned = amount − penalty'],
      penalty: writeUsdt(penalty),
      returned: writeUsdt(row.amount - penalty),
    },
  ]
}

function orderClaims(row: PlanRow): Readonly<Record<string, unknown>> {
  const terms = termsOf(row)
  return {
    id: row.id,
    orderNo: row.order_no,
    mode: 'real',
    productId: row.product_id,
    productName: row.product_name,
    amount: writeUsdt(row.amount),
    days: row.days,
    dailyYield: writeRate(terms.dailyYield),
    yearlyYield: writeScaled(yearlyYield(terms.dailyYield), 12),
    paidBy: 'yield-reserve',
    penaltyShare: writeRate(terms.penaltyShare),
    startedAt: terms.startedAt,
    expiresAt: planExpiresAt(terms),
    status: row.status,
    sharedDays: row.paid_days,
    paid: writeUsdt(paidMinorOf(row)),
    penalty: writeUsdt(row.penalty ?? 0n),
  }
}
