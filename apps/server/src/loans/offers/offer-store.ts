import type { LoanOfferChange } from '@candor/contract'
import { sql } from 'kysely'
import { type HouseBalance, houseBalance } from '../../ledger/reports/house-balances.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'

type Part = LoanOfferChange['part']

/** The parameter that stores each part of the offer. */
export const offerKeys = {
  terms: 'loan.terms',
  minimum: 'loan.minimum',
  tier1Most: 'loan.tier1Most',
  tier2Most: 'loan.tier2Most',
  freeDays: 'loanFreeDays',
  dailyRate: 'loanDailyRate',
  overdueRate: 'loanOverdueRate',
} as const satisfies Readonly<Record<Part, string>>
export const offerParts = Object.keys(offerKeys) as readonly Part[]

/** Locks the offer against other changes until the transaction ends. */
export async function lockOffer(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('loans_offer', 0))`.execute(tx)
}

const newestChanges = 100
export const partText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Lists the newest hundred changes of any part, newest first, of every author and origin. */
export async function offerChanges(reader: Reader): Promise<LoanOfferChange[]> {
  const rows = await reader
    .selectFrom('parameters_changes')
    .selectAll()
    .where('key', 'in', Object.values(offerKeys))
    .orderBy('changed_at', 'desc')
    .orderBy('key')
    .limit(newestChanges)
    .execute()
  const people = await reader.selectFrom('operators_names').select(['id', 'email']).execute()
  const nameOf = (id: string) => people.find((one) => one.id === id)?.email ?? id
  return rows.map((row) => ({
    part: offerParts.find((part) => offerKeys[part] === row.key) ?? 'terms',
    before: row.before === null ? null : partText(row.before),
    after: partText(row.value),
    reason: row.reason,
    changedBy: nameOf(row.changed_by),
    approvedBy: row.approved_by === null ? null : nameOf(row.approved_by),
    at: row.changed_at.toISOString(),
  }))
}

/** Loans of one term; amounts in USDT's smallest unit. */
export interface Lent {
  readonly waiting: number
  readonly running: number
  readonly owed: bigint
  readonly paidOut: number
}

/** Returns loans by days; absent: none was ever requested. */
export async function lentByDays(reader: Reader): Promise<ReadonlyMap<number, Lent>> {
  const running = sql`status IN ('repaying', 'overdue')`
  const rows = await reader
    .selectFrom('loans')
    .select('days')
    .select(sql<bigint>`count(*) FILTER (WHERE status = 'pending')`.as('waiting'))
    .select(sql<bigint>`count(*) FILTER (WHERE ${running})`.as('running'))
    .select(sql<bigint>`coalesce(sum(principal_left) FILTER (WHERE ${running}), 0)::bigint`.as('owed'))
    .select(sql<bigint>`count(*) FILTER (WHERE started_at IS NOT NULL)`.as('paid_out'))
    .groupBy('days')
    .execute()
  return new Map(
    rows.map(({ days, waiting, running: runs, owed, paid_out }) => [
      days,
      { waiting: Number(waiting), running: Number(runs), owed, paidOut: Number(paid_out) },
    ]),
  )
}

/** Returns the balance of the loan capital and the held part of it, in USDT's smallest unit. */
export const capitalOf = (reader: Reader): Promise<HouseBalance> =>
  houseBalance(reader, 'loan-capital', 'USDT')
