import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'

/** How far the ledger has come, asked of the database when the metrics are read: whichever process or batch wrote it. */
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
