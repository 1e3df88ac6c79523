import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { countByAsset } from '../ledger/reports/money-report.ts'
import { withData } from './open-data.ts'
import { say, sayFound } from './say.ts'

/** Reconciles the whole ledger and prints the findings. */
export async function reconcileCommand(dataDir: string): Promise<void> {
  await withData(dataDir, async ({ db }) => {
    const findings = await reconcile(db)
    for (const { asset, accounts, entries } of await countByAsset(db)) {
      say(`${asset.padEnd(5)} ${accounts} accounts, ${entries} entries`)
    }
    if (findings.length === 0) say('clean')
    else sayFound(findings.join('\n'))
  })
}
