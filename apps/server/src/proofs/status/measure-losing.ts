import type { InstallationStatus } from '@candor/contract'
import { fewestAccounts } from '@candor/rules'
import { type RawBuilder, sql } from 'kysely'
import { contractResults } from '../../ledger/reports/contract-results.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'

type Losing = InstallationStatus['losing']

const yearMs = 365 * 86_400_000
const cacheMs = 3_600_000
/** Entries younger than this may not be committed yet: they are counted each time and not stored. */
const settlesMs = 300_000

/** The share of accounts that lost with leverage (trust T17), measured at most once an hour. */
export function measureLosing(db: Database, clock: Clock): () => Promise<Losing> {
  let cached: { readonly at: number; readonly losing: Promise<Losing> } | null = null
  return () => {
    const now = clock.now()
    if (cached === null || now - cached.at > cacheMs || now < cached.at) {
      const losing = readLosing(db, now)
      losing.catch(() => {
        cached = null
      })
      cached = { at: now, losing }
    }
    return cached.losing
  }
}

async function readLosing(db: Database, now: number): Promise<Losing> {
  const { from, to } = await moveWindow(db, now)
  const { rows } = await sql<{ accounts: number; losing: number }>`
    SELECT count(*)::int AS accounts, (count(*) FILTER (WHERE net < 0))::int AS losing
      FROM (SELECT account, sum(net) AS net FROM (
              SELECT account, net, results FROM trust_losing_accounts UNION ALL ${contractResults(to, null)}) parts
             GROUP BY account HAVING sum(results) > 0) accounts`.execute(db.query)
  const { accounts, losing } = rows[0] ?? { accounts: 0, losing: 0 }
  return {
    accounts,
    losing: accounts < fewestAccounts ? null : losing,
    since: from.toISOString(),
    at: new Date(now).toISOString(),
  }
}

interface Window {
  readonly from: Date
  readonly to: Date
}

const keep = (tx: Tx, changes: RawBuilder<unknown>) =>
  sql`INSERT INTO trust_losing_accounts AS kept (account, net, results) ${changes}
      ON CONFLICT (account) DO UPDATE SET net = kept.net + EXCLUDED.net, results = kept.results + EXCLUDED.results`.execute(
    tx,
  )

const taken = (results: RawBuilder<unknown>) => sql`SELECT account, -net, -results FROM (${results}) gone`

/** Brings the stored counts up to the current year, one process at a time; a clock that was set back changes nothing. */
async function moveWindow(db: Database, now: number): Promise<Window> {
  const next = { from: new Date(now - yearMs), to: new Date(now - settlesMs) }
  return db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('trust_losing_window')
      .select(['from_at', 'to_at'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const stored = row.from_at === null || row.to_at === null ? null : { from: row.from_at, to: row.to_at }
    if (stored !== null && stored.to >= next.to) return stored
    if (stored === null) await keep(tx, contractResults(next.from, next.to))
    else {
      // After a pause of more than a year, none of the stored counts belongs to this one.
      await keep(tx, contractResults(latest(stored.to, next.from), next.to))
      await keep(tx, taken(contractResults(stored.from, earliest(stored.to, next.from))))
    }
    await tx.updateTable('trust_losing_window').set({ from_at: next.from, to_at: next.to }).execute()
    return next
  })
}

const latest = (a: Date, b: Date): Date => (a > b ? a : b)
const earliest = (a: Date, b: Date): Date => (a < b ? a : b)
