import { type Rate, writeRate, writeUsdt } from '@candor/money'
import { loanDayEndsAt, nominalYearlyRate } from '@candor/rules'
import type { Database } from '../platform/database/database.ts'
import { type LoanRow, termsOf } from './loan-response.ts'
import { findLoan } from './loans-store.ts'
import { daysOf, paymentsOf } from './repayment/repayment-store.ts'

/** A receipt before it is signed, and the address under which anyone may see it. */
export interface UnsignedReceipt {
  readonly document: Readonly<Record<string, unknown>>
  readonly publicId: string
}

/** The receipt of a customer's own loan; null when there is none of that id, or its money was not paid out. */
export async function ownLoanReceipt(
  db: Database,
  id: string,
  userId: string,
): Promise<UnsignedReceipt | null> {
  return receiptOf(db, await findLoan(db.query, { id, userId }))
}

/** The same by its unguessable public address. */
export async function publicLoanReceipt(db: Database, publicId: string): Promise<UnsignedReceipt | null> {
  return receiptOf(db, await findLoan(db.query, { publicId }))
}

/** It names no customer, so the public address shows the same document (trust T6). */
async function receiptOf(db: Database, row: LoanRow | null): Promise<UnsignedReceipt | null> {
  if (row === null || row.started_at === null) return null
  const startedAt = Number(row.started_at)
  const [days, payments] = await Promise.all([daysOf(db.query, row.id), paymentsOf(db.query, row.id)])
  const charged = days.map((day) => ({
    kind: 'charge',
    at: Number(day.charged_at),
    afterDay: day.day,
    dueAt: Number(day.due_at),
    charged: day.kind,
    formula: formulas[day.kind],
    base: writeUsdt(day.base),
    interest: writeUsdt(day.minor),
  }))
  const paid = payments.map((payment) => ({
    kind: 'repayment',
    at: Number(payment.paid_at),
    afterDay: payment.after_day,
    by: payment.by,
    formula: ['overdue charges first, then interest, then principal'],
    overdue: writeUsdt(payment.overdue),
    interest: writeUsdt(payment.interest),
    principal: writeUsdt(payment.principal),
  }))
  // A payment after day n comes between the charges of day n and n + 1; several keep their order.
  const course = [...charged, ...paid].sort((one, other) => one.afterDay - other.afterDay)
  const events = [payoutEvent(row, startedAt), ...course]
  return {
    publicId: row.public_id,
    document: {
      version: 1,
      kind: 'loan',
      order: loanClaims(row, startedAt),
      events: events.map((event, at) => ({ ...event, number: at + 1 })),
    },
  }
}

const formulas = {
  free: ['interest = 0 in the free days'],
  interest: ['interest = halfEven(principal × dailyRate)'],
  overdue: ['interest = halfEven((principal + interest) × overlayRate)'],
} as const

const payoutEvent = (row: LoanRow, at: number) => ({
  kind: 'payout',
  at,
  amount: writeUsdt(row.amount),
})

function loanClaims(row: LoanRow, startedAt: number): Readonly<Record<string, unknown>> {
  const terms = termsOf(row)
  return {
    id: row.id,
    orderNo: row.loan_no,
    mode: 'real',
    amount: writeUsdt(row.amount),
    days: row.days,
    freeDays: row.free_days,
    dailyRate: writeRate(terms.dailyRate),
    yearlyRate: writeRate(nominalYearlyRate(terms.dailyRate)),
    overlayRate: writeRate(terms.overdueRate),
    apr: writeRate(row.apr as Rate),
    agreementHash: row.agreement_hash,
    startedAt,
    dueAt: loanDayEndsAt(startedAt, row.days),
    status: row.status,
    chargedDays: row.charged_days,
    interest: writeUsdt(row.interest_charged),
    overdue: writeUsdt(row.overdue_charged),
    repaid: writeUsdt(row.repaid),
    owed: writeUsdt(row.principal_left + row.interest_left + row.overdue_left),
  }
}
