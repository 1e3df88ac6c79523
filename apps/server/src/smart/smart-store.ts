import type { Plan } from '@candor/contract'
import type { Rate } from '@candor/money'
import { planDayDueAt, type SmartProduct } from '@candor/rules'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { houseFree } from '../ledger/reports/house-balances.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { readTogetherFrom, rowsBy } from '../platform/database/read-together.ts'
import { isUuid } from '../platform/uuid.ts'
import { type PlanRow, termsOf } from './plan-response.ts'
import type { SmartTables } from './smart-tables.ts'

/** A product as listed for sale. */
export interface ListedProduct extends SmartProduct {
  readonly name: string
}

/** The products that are sold, in their order. */
export const soldProducts = (reader: Reader): Promise<ListedProduct[]> => productsWhere(reader, true)

/** Products in their order: those that are sold, those that are not, or all (`null`). */
export async function productsWhere(
  reader: Reader,
  sold: boolean | null,
): Promise<(ListedProduct & { readonly sold: boolean })[]> {
  let query = reader.selectFrom('smart_products').selectAll()
  if (sold !== null) query = query.where('sold', '=', sold)
  const products = await query.orderBy('position').orderBy('id').execute()
  const timeframes = await reader.selectFrom('smart_timeframes').selectAll().orderBy('days').execute()
  return products.map((product) => ({
    id: product.id,
    name: product.name,
    sold: product.sold,
    minAmountMinor: product.min_amount,
    maxAmountMinor: product.max_amount,
    timeframes: timeframes.filter((row) => row.product_id === product.id).map(timeframeOf),
  }))
}

const timeframeOf = (row: Selectable<SmartTables['smart_timeframes']>) => ({
  days: row.days,
  dailyYieldMin: row.yield_min as Rate,
  dailyYieldMax: row.yield_max as Rate,
})

/** Returns the free part of the yield reserve for new plans, in USDT's smallest unit. */
export const reserveLeftMinor = (reader: Reader): Promise<bigint> =>
  houseFree(reader, 'yield-reserve', 'USDT')

/** Purchases of one customer wait for each other, so that what is looked up cannot change meanwhile. */
export async function lockCustomer(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`smart:${userId}`}, 0))`.execute(tx)
}

export async function hasOpenPlan(tx: Tx, userId: string, productId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('smart_plans')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('status', '=', 'earning')
    .executeTakeFirst()
  return row !== undefined
}

export const addPlan = (tx: Tx, plan: Insertable<SmartTables['smart_plans']>): Promise<PlanRow> =>
  tx.insertInto('smart_plans').values(plan).returningAll().executeTakeFirstOrThrow()

/** Locks a customer's plan; null when there is none of that id. */
export async function lockPlanOf(tx: Tx, id: string, userId: string): Promise<PlanRow | null> {
  if (!isUuid(id)) return null
  const row = await tx
    .selectFrom('smart_plans')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Locks a plan that has a day to be paid; null when another process pays it or nothing is due any more. */
export async function lockDuePlan(tx: Tx, id: string, nowMs: number): Promise<PlanRow | null> {
  const row = await tx
    .selectFrom('smart_plans')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'earning')
    .where('next_due_at', '<=', BigInt(nowMs))
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** Plans with a day to be paid, the longest waiting first. */
export async function duePlanIds(reader: Reader, nowMs: number, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('smart_plans')
    .select('id')
    .where('status', '=', 'earning')
    .where('next_due_at', '<=', BigInt(nowMs))
    .orderBy('next_due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Writes down that these days were paid, once each. */
export async function addPayouts(
  tx: Tx,
  plan: PlanRow,
  days: readonly number[],
  paidAt: number,
): Promise<void> {
  const values = days.map((day) => ({
    plan_id: plan.id,
    day,
    minor: plan.day_minor,
    due_at: BigInt(planDayDueAt(termsOf(plan), day)),
    paid_at: BigInt(paidAt),
  }))
  await tx.insertInto('smart_payouts').values(values).execute()
}

export const changePlan = (
  tx: Tx,
  id: string,
  change: Updateable<SmartTables['smart_plans']>,
): Promise<PlanRow> =>
  tx.updateTable('smart_plans').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Returns the payouts of each of these plans since `sinceMs`, in USDT's smallest unit; absent: none. */
export async function paidSince(
  reader: Reader,
  planIds: readonly string[],
  sinceMs: number,
): Promise<ReadonlyMap<string, bigint>> {
  if (planIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('smart_payouts')
    .select(['plan_id', sql<bigint>`sum(minor)::bigint`.as('paid')])
    .where('plan_id', 'in', planIds)
    .where('paid_at', '>=', BigInt(sinceMs))
    .groupBy('plan_id')
    .execute()
  return new Map(rows.map(({ plan_id, paid }) => [plan_id, paid]))
}

export async function findPlan(
  reader: Reader,
  by: { readonly id: string; readonly userId: string } | { readonly publicId: string },
): Promise<PlanRow | null> {
  const wanted = 'id' in by ? by.id : by.publicId
  if (!isUuid(wanted)) return null
  if ('id' in by) {
    const row = await planById(reader, by.id.toLowerCase())
    return row?.user_id === by.userId ? row : null
  }
  const query = reader.selectFrom('smart_plans').selectAll().where('public_id', '=', by.publicId)
  return (await query.executeTakeFirst()) ?? null
}

/** Batches reads, since an export requests many receipts at once. */
const planById = readTogetherFrom(async (reader: Reader, ids) => {
  const rows = await reader.selectFrom('smart_plans').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row): [string, PlanRow] => [row.id, row]))
})

/** Every day a plan was paid, in order. */
export const payoutsOf = async (reader: Reader, planId: string) => (await payoutsByPlan(reader, planId)) ?? []

const payoutsByPlan = readTogetherFrom(async (reader: Reader, ids) => {
  const all = reader.selectFrom('smart_payouts').selectAll().where('plan_id', 'in', ids)
  return rowsBy(await all.orderBy('plan_id').orderBy('day').execute(), ({ plan_id }) => plan_id)
})

/** Sums the payouts of a customer's plans since `sinceMs`, penalties deducted, in USDT's smallest unit. */
export async function plansEarnedSince(reader: Reader, userId: string, sinceMs: number): Promise<bigint> {
  const paid = await reader
    .selectFrom('smart_payouts as payout')
    .innerJoin('smart_plans as plan', 'plan.id', 'payout.plan_id')
    .select(sql<bigint>`coalesce(sum(payout.minor), 0)::bigint`.as('minor'))
    .where('plan.user_id', '=', userId)
    .where('payout.paid_at', '>=', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  const penalties = await reader
    .selectFrom('smart_plans')
    .select(sql<bigint>`coalesce(sum(penalty), 0)::bigint`.as('minor'))
    .where('user_id', '=', userId)
    .where('closed_at', '>=', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return paid.minor - penalties.minor
}

/** These plans, in no particular order. */
export const plansByIds = async (reader: Reader, ids: readonly string[]): Promise<PlanRow[]> =>
  ids.length === 0 ? [] : reader.selectFrom('smart_plans').selectAll().where('id', 'in', ids).execute()

export interface PlanListRequest {
  readonly userId: string
  readonly status: Plan['status'] | undefined
  /** Sequence of the last one of the page before. */
  readonly before: bigint | null
  readonly limit: number
}

/** Newest first. */
export function listPlans(reader: Reader, request: PlanListRequest): Promise<PlanRow[]> {
  let query = reader.selectFrom('smart_plans').selectAll().where('user_id', '=', request.userId)
  if (request.status !== undefined) query = query.where('status', '=', request.status)
  if (request.before !== null) query = query.where('sequence', '<', request.before)
  return query.orderBy('sequence', 'desc').limit(request.limit).execute()
}

/** Checks whether a customer has a plan that runs. */
export async function hasEarningPlan(reader: Reader, userId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('smart_plans')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'earning')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the running plans of these customers. */
export const earningPlansOf = (reader: Reader, userIds: readonly string[]): Promise<PlanRow[]> =>
  reader
    .selectFrom('smart_plans')
    .selectAll()
    .where('user_id', 'in', userIds)
    .where('status', '=', 'earning')
    .execute()

/** Query of the amounts in running plans, for the proof of liabilities. */
export const owedInPlans = `
  SELECT user_id, 'USDT' AS asset, amount AS minor, amount AS in_plans FROM smart_plans WHERE status = 'earning'`
