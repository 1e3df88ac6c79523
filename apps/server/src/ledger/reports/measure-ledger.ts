import type { Registry } from 'prom-client'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import { readGauge } from '../../platform/http/observability/read-gauge.ts'
import { shareReading } from '../../platform/share-reading.ts'
import { reconciliationState } from '../reconciliation/reconciliations.ts'
import { houseSums } from './money-report.ts'

/** Registers the newest entry, the operator's own balances and the last reconciliation. */
export function measureLedger(registry: Registry, { db, clock }: ClockedDatabase): void {
  const readState = shareReading(() => reconciliationState(db))
  readGauge(registry, {
    name: 'candor_ledger_newest_entry',
    help: 'Number of the newest ledger entry: its rate is entries a second',
    read: async () => {
      const { rows } = await db.pool.query<{ newest: bigint | null }>(
        'SELECT max(seq) AS newest FROM ledger_entries',
      )
      return [{ value: Number(rows[0]?.newest ?? 0) }]
    },
  })
  readGauge(registry, {
    name: 'candor_house_balance',
    help: 'Balances of the operator’s own accounts, rounded to what a float holds',
    labelNames: ['account', 'asset'],
    read: async () =>
      (await houseSums(db)).map(({ class: account, asset, balance }) => ({
        labels: { account, asset },
        value: Number(balance),
      })),
  })
  readGauge(registry, {
    name: 'candor_reconciliation_age_seconds',
    help: 'Time since the state of the ledger that the last finished reconciliation checked; no value before the first',
    read: async () => {
      const { checkedAt } = await readState()
      return checkedAt === null ? [] : [{ value: (clock.now() - checkedAt) / 1000 }]
    },
  })
  readGauge(registry, {
    name: 'candor_reconciliation_findings',
    help: 'Findings of the last finished reconciliation',
    read: async () => [{ value: (await readState()).findings.length }],
  })
}
