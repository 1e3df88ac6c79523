import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/database/database.ts'

/** Registers the number of the newest entry as a metric. Each scrape reads it from the database, so it covers every process and batch. */
export function measureLedger(registry: Registry, db: Database): void {
  new Gauge({
    name: 'candor_ledger_newest_entry',
    help: 'Number of the newest ledger entry: its rate is entries a second',
    registers: [registry],
    async collect() {
      const { rows } = await db.pool.query<{ newest: bigint | null }>(
        'SELECT max(seq) AS newest FROM ledger_entries',
      )
      this.set(Number(rows[0]?.newest ?? 0))
    },
  })
}
