import { reconcile } from '../ledger/reconcile.ts'
import type { Database } from '../platform/database/database.ts'
import { withData } from './open-data.ts'
import { say, sayFound } from './say.ts'

interface AssetSum {
  readonly asset: string
  readonly accounts: bigint
  readonly entries: bigint
}

/** Reconciles the whole ledger and prints the findings. */
export async function reconcileCommand(dataDir: string): Promise<void> {
  await withData(dataDir, async ({ db }) => {
    const findings = await reconcile(db)
    for (const { asset, accounts, entries } of await sumsOf(db)) {
      say(`${asset.padEnd(5)} ${accounts} accounts, ${entries} entries`)
    }
    if (findings.length === 0) say('clean')
    else sayFound(findings.join('\n'))
  })
}

async function sumsOf(db: Database): Promise<AssetSum[]> {
  const { rows } = await db.pool.query<AssetSum>(
    `SELECT a.asset, a.accounts, coalesce(e.entries, 0) AS entries
       FROM (SELECT asset, count(*) AS accounts FROM ledger_accounts GROUP BY asset) a
       LEFT JOIN (SELECT asset, count(*) AS entries FROM ledger_entries GROUP BY asset) e USING (asset)
      ORDER BY a.asset`,
  )
  return rows
}
