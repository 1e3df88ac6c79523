import type { Calls, ParsedInputOf, ResultOf } from '@candor/contract'
import type { Database } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type StatisticsRow, statisticsRows } from '../orders/list/order-list-store.ts'
import { netOf, writeSums } from './net-result.ts'

const mostPeriods = 120

/**
 * Computes trading results over all closed contracts, futures and options. Plans are left out: a wrong guess cannot lose them, so they
 * would inflate the share of gains.
 */
export async function tradeStatistics(
  db: Database,
  { from, to, per }: ParsedInputOf<Calls['tradeStatistics']>,
  { userId, mode }: Caller,
): Promise<ResultOf<Calls['tradeStatistics']>> {
  const rows = await statisticsRows(
    db,
    {
      userId,
      mode,
      kinds: ['contract', 'option'],
      markets: null,
      statuses: ['closed'],
      piece: null,
      fromMs: from === undefined ? null : Date.parse(from),
      toMs: to === undefined ? null : Date.parse(to),
    },
    per,
  )
  const of = (group: StatisticsRow['of']) => rows.filter((row) => row.of === group)
  const [all] = of('all')
  if (all === undefined) throw new Error('a sum over everything always has a row')
  return {
    ...onWire(all),
    byMarket: of('market')
      .sort((a, b) => compare(netOf(b), netOf(a)))
      .map((row) => ({ code: row.code ?? '', ...onWire(row) })),
    byPeriod: of('period')
      .sort((a, b) => compare(a.from_ms ?? 0n, b.from_ms ?? 0n))
      .slice(-mostPeriods)
      .map((row) => ({ from: new Date(Number(row.from_ms)).toISOString(), ...onWire(row) })),
  }
}

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1)

const onWire = (row: StatisticsRow) => ({
  ...writeSums(row),
  gains: Number(row.gains),
  losses: Number(row.losses),
  even: Number(row.count - row.gains - row.losses),
})
