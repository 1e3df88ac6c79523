import type { AccountMode } from '@candor/contract'
import type { OrderStatus } from '@candor/rules'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { OrderKindOfLine } from '../orders-tables.ts'

export interface OrderListRequest {
  readonly userId: string
  readonly mode: AccountMode
  readonly kinds: readonly OrderKindOfLine[]
  /** Of contracts only: in these markets, or in all but these; null: any. */
  readonly markets: { readonly in: boolean; readonly codes: readonly string[] } | null
  readonly statuses: readonly OrderStatus[] | null
  readonly piece: string | null
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly tag: string | null
}

/** Cursor of a page: the last line's place in the list. */
export interface ListPlace {
  readonly createdAt: bigint
  readonly id: string
}

export interface ListLine extends ListPlace {
  readonly kind: OrderKindOfLine
}

/** Money that orders received for actions of their markets, in USDT's smallest unit. */
interface ActionSums {
  readonly dividends: bigint
  /** Cash of splits that left the order open. */
  readonly split_cash: bigint
}

/** Everything that a net result is made of, in USDT's smallest unit. */
export interface ResultSums extends ActionSums {
  readonly profit: bigint
  readonly fee: bigint
  readonly swap: bigint
}

export interface Sums extends ResultSums {
  readonly count: bigint
  readonly gains: bigint
  readonly losses: bigint
}

/** One group of the statistics: everything, a market's, or a period's. */
export interface StatisticsRow extends Sums {
  readonly of: 'all' | 'market' | 'period'
  readonly code: string | null
  readonly from_ms: bigint | null
}

type Builder = ExpressionBuilder<Schema, 'orders_all'>

/** An order counts to the time it was over, or, while it is not, to the time it was placed. */
const countedAt = sql<bigint>`coalesce(closed_at, created_at)`

const hasTag = ({ userId, mode }: OrderListRequest, tag: string) =>
  sql<boolean>`tagged_id IN (SELECT order_id FROM orders_tags WHERE user_id = ${userId} AND mode = ${mode} AND tag = ${tag})`

function matchesRequest(eb: Builder, request: OrderListRequest) {
  const { markets, piece } = request
  const conditions: Expression<SqlBool>[] = [
    eb('user_id', '=', request.userId),
    eb('mode', '=', request.mode),
    eb('kind', 'in', [...request.kinds]),
  ]
  if (markets !== null)
    conditions.push(
      eb.or([eb('kind', '!=', 'contract'), eb('code', markets.in ? 'in' : 'not in', [...markets.codes])]),
    )
  if (request.statuses !== null) conditions.push(eb('status', 'in', [...request.statuses]))
  if (piece !== null)
    conditions.push(
      sql<boolean>`(strpos(lower(order_no), ${piece}) > 0 OR strpos(lower(name), ${piece}) > 0)`,
    )
  if (request.fromMs !== null) conditions.push(eb(countedAt, '>=', BigInt(request.fromMs)))
  if (request.toMs !== null) conditions.push(eb(countedAt, '<=', BigInt(request.toMs)))
  if (request.tag !== null) conditions.push(hasTag(request, request.tag))
  return eb.and(conditions)
}

/** The newest placed first, after `place`. */
export async function pageOfLines(
  db: Database,
  request: OrderListRequest,
  place: ListPlace | null,
  limit: number,
): Promise<ListLine[]> {
  let query = db.query
    .selectFrom('orders_all')
    .select(['kind', 'id', 'created_at as createdAt'])
    .where((eb) => matchesRequest(eb, request))
  if (place !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${place.createdAt}, ${place.id}::uuid)`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The net result of an order, as its page states it. */
const net = sql`(profit - fee + swap + dividends + split_cash)`
const bigintSum = (column: keyof ResultSums) => sql<bigint>`coalesce(sum(${sql.ref(column)}), 0)::bigint`
const sums = [
  sql<bigint>`count(*)`.as('count'),
  sql<bigint>`count(*) FILTER (WHERE ${net} > 0)`.as('gains'),
  sql<bigint>`count(*) FILTER (WHERE ${net} < 0)`.as('losses'),
  bigintSum('profit').as('profit'),
  bigintSum('fee').as('fee'),
  bigintSum('swap').as('swap'),
  bigintSum('dividends').as('dividends'),
  bigintSum('split_cash').as('split_cash'),
] as const

/** Everything that fits, added up. */
export const totalsOf = (db: Database, request: OrderListRequest): Promise<Sums> =>
  db.query
    .selectFrom('orders_all')
    .select([...sums])
    .where((eb) => matchesRequest(eb, request))
    .executeTakeFirstOrThrow()

/** Returns what these contracts received for actions of their markets; absent: nothing. */
export async function paidByActions(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ActionSums>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query
    .selectFrom('orders_all')
    .select(['id', 'dividends', 'split_cash'])
    .where('kind', '=', 'contract')
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...paid }) => [id, paid]))
}

export interface ExtremeRow {
  readonly id: string
  readonly kind: OrderKindOfLine
  readonly code: string
  readonly net: bigint
  readonly closed_at: bigint
}

/** Adds up gains and losses apart, of the orders that fit. */
export const gainsAndLosses = (db: Database, request: OrderListRequest) =>
  db.query
    .selectFrom('orders_all')
    .select([
      sql<bigint>`coalesce(sum(${net}) FILTER (WHERE ${net} > 0), 0)::bigint`.as('gained'),
      sql<bigint>`coalesce(sum(${net}) FILTER (WHERE ${net} < 0), 0)::bigint`.as('lost'),
    ])
    .where((eb) => matchesRequest(eb, request))
    .executeTakeFirstOrThrow()

/** Finds the order with the highest or lowest net result; of equal ones the first that was closed. */
export async function extremeOrder(
  db: Database,
  request: OrderListRequest,
  which: 'best' | 'worst',
): Promise<ExtremeRow | null> {
  const row = await db.query
    .selectFrom('orders_all')
    .select(['id', 'kind', sql<string>`code`.as('code'), sql<bigint>`${net}::bigint`.as('net')])
    .select(sql<bigint>`closed_at`.as('closed_at'))
    .where((eb) => matchesRequest(eb, request))
    .orderBy(net, which === 'best' ? 'desc' : 'asc')
    .orderBy('closed_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Adds up orders by tag: one with several in each, those without one under null. */
export const tagRows = (
  db: Database,
  request: OrderListRequest,
): Promise<(Sums & { tag: string | null })[]> =>
  db.query
    .selectFrom((eb) =>
      eb
        .selectFrom('orders_all')
        .selectAll()
        .where((order) => matchesRequest(order, request))
        .as('matching'),
    )
    .leftJoin('orders_tags', 'orders_tags.order_id', 'matching.tagged_id')
    .select(['tag', ...sums])
    .groupBy('tag')
    .execute()

/** Closed orders added up three ways in one reading; periods begin at midnight UTC, weeks on Monday. */
export async function statisticsRows(
  db: Database,
  request: OrderListRequest,
  per: 'day' | 'week' | 'month',
): Promise<StatisticsRow[]> {
  const start = sql`date_trunc(${sql.lit(per)}, to_timestamp(closed_at / 1000.0) AT TIME ZONE 'UTC')`
  return db.query
    .selectFrom('orders_all')
    .select([
      sql<
        StatisticsRow['of']
      >`CASE GROUPING(code, ${start}) WHEN 3 THEN 'all' WHEN 1 THEN 'market' ELSE 'period' END`.as('of'),
      'code',
      sql<bigint | null>`(extract(epoch FROM ${start}) * 1000)::bigint`.as('from_ms'),
      ...sums,
    ])
    .where((eb) => matchesRequest(eb, request))
    .groupBy(sql`GROUPING SETS ((), (code), (${start}))`)
    .execute()
}
