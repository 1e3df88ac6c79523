import type { AccountMode, Reserve } from '@candor/contract'
import type { Registry } from 'prom-client'
import type { Database } from '../../../platform/database/database.ts'
import { readGauge } from '../../../platform/http/observability/read-gauge.ts'

const most = 200

/** Lists closings that the operator's accounts could not pay and that are still due, the longest first. */
export async function showUnpaidClosings(db: Database): Promise<Reserve['unpaid']> {
  const rows = await unpaid(db)
    .select(['c.id', 'c.order_no', 'c.user_id', 'c.mode', 'c.code', 'u.reason', 'u.since'])
    .orderBy('u.since')
    .orderBy('c.sequence')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    orderId: row.id,
    orderNo: row.order_no,
    userId: row.user_id,
    mode: row.mode,
    code: row.code,
    reason: row.reason,
    since: new Date(Number(row.since)).toISOString(),
  }))
}

/** Counts them by account mode. */
export async function countUnpaidClosings(db: Database): Promise<ReadonlyMap<AccountMode, number>> {
  const rows = await unpaid(db)
    .select(['c.mode', (eb) => eb.fn.countAll().as('count')])
    .groupBy('c.mode')
    .execute()
  return new Map(rows.map(({ mode, count }) => [mode, Number(count)]))
}

/** Registers their numbers as a metric. */
export const measureUnpaidClosings = (registry: Registry, db: Database): void =>
  readGauge(registry, {
    name: 'candor_unpaid_closings',
    help: 'Positions that had to close and whose closing the operator’s accounts cannot pay',
    labelNames: ['mode'],
    read: async () => {
      const counts = await countUnpaidClosings(db)
      return (['demo', 'real'] as const).map((mode) => ({ labels: { mode }, value: counts.get(mode) ?? 0 }))
    },
  })

const unpaid = (db: Database) =>
  db.query
    .selectFrom('orders_unpaid_closings as u')
    .innerJoin('orders_contracts as c', 'c.id', 'u.order_id')
    .where('c.status', '=', 'open')
