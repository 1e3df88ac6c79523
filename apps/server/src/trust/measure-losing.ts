import type { InstallationStatus } from '@candor/contract'
import { fewestAccounts } from '@candor/rules'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

type Losing = InstallationStatus['losing']

const yearMs = 365 * 86_400_000
const keptMs = 3_600_000

/** By what the ledger wrote: profits, losses, commissions and swaps of contracts; real money only. */
const losingText = `
  SELECT count(*)::int AS accounts, (count(*) FILTER (WHERE net < 0))::int AS losing
    FROM (SELECT e.customer, sum(CASE WHEN e.credited = e.customer THEN e.minor ELSE -e.minor END) AS net
            FROM ledger_entries e
           WHERE e.customer IS NOT NULL AND e.asset = 'USDT' AND e.kind LIKE 'contract-%' AND e.created_at >= $1
           GROUP BY e.customer HAVING bool_or(e.kind IN ('contract-profit', 'contract-loss'))) one`

/** The share of accounts that lost with leverage (trust T17), measured at most once an hour: it reads a year of entries. */
export function measureLosing(db: Database, clock: Clock): () => Promise<Losing> {
  let kept: { readonly at: number; readonly losing: Promise<Losing> } | null = null
  return () => {
    const now = clock.now()
    if (kept === null || now - kept.at > keptMs || now < kept.at) {
      const losing = readLosing(db, now)
      losing.catch(() => {
        kept = null
      })
      kept = { at: now, losing }
    }
    return kept.losing
  }
}

async function readLosing(db: Database, now: number): Promise<Losing> {
  const since = new Date(now - yearMs)
  const { rows } = await db.pool.query<{ accounts: number; losing: number }>(losingText, [since])
  const { accounts, losing } = rows[0] ?? { accounts: 0, losing: 0 }
  return {
    accounts,
    losing: accounts < fewestAccounts ? null : losing,
    since: since.toISOString(),
    at: new Date(now).toISOString(),
  }
}
