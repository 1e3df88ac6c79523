import type { Calls, ParsedInputOf, ResultOf } from '@candor/contract'
import type { Database } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  type OrderListRequest,
  type StatisticsRow,
  type Sums,
  statisticsRows,
  tagRows,
} from '../orders/list/order-list-store.ts'
import { netOf, writeSums } from './net-result.ts'

const mostPeriods = 120

/** Names an account and the time in which its orders were closed. */
export interface ResultsRequest {
  readonly caller: Pick<Caller, 'userId' | 'mode'>
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Selects all closed contracts, futures and options of a period. Plans are left out: a wrong guess cannot lose them, so they would
 * inflate the share of gains.
 */
export const closedOrders = ({ caller, from, to }: ResultsRequest): OrderListRequest => ({
  ...{ userId: caller.userId, mode: caller.mode },
  kinds: ['contract', 'option'],
  markets: null,
  statuses: ['closed'],
  piece: null,
  fromMs: from === undefined ? null : Date.parse(from),
  toMs: to === undefined ? null : Date.parse(to),
  tag: null,
})

/** Computes trading results over all closed contracts, futures and options. */
export async function tradeStatistics(
  db: Database,
  { from, to, per }: ParsedInputOf<Calls['tradeStatistics']>,
  caller: Caller,
): Promise<ResultOf<Calls['tradeStatistics']>> {
  const { all, byMarket, byPeriod } = await groupedResults(db, { caller, from, to }, per)
  return { ...all, byMarket, byPeriod: byPeriod.slice(-mostPeriods) }
}

/** Adds up closed orders in total, by market (largest net result first) and by period (oldest first). */
export async function groupedResults(db: Database, request: ResultsRequest, per: 'day' | 'week' | 'month') {
  const rows = await statisticsRows(db, closedOrders(request), per)
  const of = (group: StatisticsRow['of']) => rows.filter((row) => row.of === group)
  const [all] = of('all')
  if (all === undefined) throw new Error('a sum over everything always has a row')
  return {
    all: toResponse(all),
    byMarket: of('market')
      .sort((a, b) => compare(netOf(b), netOf(a)))
      .map((row) => ({ code: row.code ?? '', ...toResponse(row) })),
    byPeriod: of('period')
      .sort((a, b) => compare(a.from_ms ?? 0n, b.from_ms ?? 0n))
      .map((row) => ({ from: new Date(Number(row.from_ms)).toISOString(), ...toResponse(row) })),
  }
}

/** Adds up closed orders by tag, largest net result first and those without a tag last; none while no order has one. */
export async function resultsByTag(db: Database, request: ResultsRequest) {
  const rows = await tagRows(db, closedOrders(request))
  if (rows.every(({ tag }) => tag === null)) return []
  return rows
    .sort((a, b) => Number(a.tag === null) - Number(b.tag === null) || compare(netOf(b), netOf(a)))
    .map((row) => ({ tag: row.tag, ...toResponse(row) }))
}

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1)

const toResponse = (row: Sums) => ({
  ...writeSums(row),
  gains: Number(row.gains),
  losses: Number(row.losses),
  even: Number(row.count - row.gains - row.losses),
})
