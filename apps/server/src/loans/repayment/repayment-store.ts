import { loanDayEndsAt } from '@candor/rules'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { readTogetherFrom, rowsBy } from '../../platform/database/read-together.ts'
import type { LoanRow } from '../loan-response.ts'
import type { DayCharged, Payment } from './loan-course.ts'

// The days a loan was charged for and the payments on it.

export async function addDays(
  tx: Tx,
  row: LoanRow,
  days: readonly DayCharged[],
  chargedAt: number,
): Promise<void> {
  if (days.length === 0) return
  const values = days.map(({ day, kind, baseMinor, minor }) => ({
    loan_id: row.id,
    day,
    kind,
    base: baseMinor,
    minor,
    due_at: BigInt(loanDayEndsAt(Number(row.started_at), day)),
    charged_at: BigInt(chargedAt),
  }))
  await tx.insertInto('loan_days').values(values).execute()
}

/** Adds payments made at `paidAt`, numbered from `first`. */
export async function addPayments(
  tx: Tx,
  loanId: string,
  payments: readonly Payment[],
  { first, paidAt }: { readonly first: number; readonly paidAt: number },
): Promise<void> {
  if (payments.length === 0) return
  const values = payments.map(({ by, afterDay, paid }, index) => ({
    loan_id: loanId,
    number: first + index,
    by,
    after_day: afterDay,
    principal: paid.principalMinor,
    interest: paid.interestMinor,
    overdue: paid.overdueMinor,
    paid_at: BigInt(paidAt),
  }))
  await tx.insertInto('loan_payments').values(values).execute()
}

/** Counts the payments of a loan. */
export async function paymentCount(reader: Reader, loanId: string): Promise<number> {
  const row = await reader
    .selectFrom('loan_payments')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const daysOf = async (reader: Reader, loanId: string) => (await daysByLoan(reader, loanId)) ?? []

const daysByLoan = readTogetherFrom(async (reader: Reader, ids) => {
  const all = reader.selectFrom('loan_days').selectAll().where('loan_id', 'in', ids)
  return rowsBy(await all.orderBy('loan_id').orderBy('day').execute(), ({ loan_id }) => loan_id)
})

export const paymentsOf = async (reader: Reader, loanId: string) =>
  (await paymentsByLoan(reader, loanId)) ?? []

const paymentsByLoan = readTogetherFrom(async (reader: Reader, ids) => {
  const all = reader.selectFrom('loan_payments').selectAll().where('loan_id', 'in', ids)
  return rowsBy(await all.orderBy('loan_id').orderBy('number').execute(), ({ loan_id }) => loan_id)
})
