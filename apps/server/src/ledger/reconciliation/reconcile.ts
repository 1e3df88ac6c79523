import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.ts'

/** Queries that return no row in a ledger that adds up; each row is a finding in words. */
const checks: readonly string[] = [
  // Every account equals the sum of its entries.
  `WITH moved AS (
     SELECT account, sum(minor) AS minor FROM (
       SELECT debited AS account, -minor AS minor FROM ledger_entries
       UNION ALL SELECT credited, minor FROM ledger_entries) sides GROUP BY account)
   SELECT format('account %s of %s in %s has the balance %s, its entries sum to %s',
                 a.class, a.owner, a.asset, a.balance, coalesce(m.minor, 0)) AS finding
     FROM ledger_accounts a FULL JOIN moved m ON m.account = a.id
    WHERE a.balance IS DISTINCT FROM coalesce(m.minor, 0)::bigint`,
  // Every asset sums to zero.
  `SELECT format('the accounts in %s sum to %s, not to zero', asset, sum(balance)) AS finding
     FROM ledger_accounts GROUP BY asset HAVING sum(balance) <> 0`,
  // What is set aside equals the open holds.
  `SELECT format('account %s of %s in %s has %s held, its open holds sum to %s', a.class, a.owner, a.asset, a.held,
                 coalesce(h.minor, 0)) AS finding
     FROM ledger_accounts a
     LEFT JOIN (SELECT account, sum(remaining) AS minor FROM ledger_holds GROUP BY account) h ON h.account = a.id
    WHERE a.held <> coalesce(h.minor, 0)`,
  // So does each purpose.
  `SELECT format('account %s of %s in %s has %s held as margin and %s for orders, its open holds say %s and %s', a.class, a.owner,
                 a.asset, a.held_margin, a.held_order, coalesce(h.margin, 0), coalesce(h.orders, 0)) AS finding
     FROM ledger_accounts a
     LEFT JOIN (SELECT account, sum(remaining) FILTER (WHERE purpose = 'margin') AS margin,
                       sum(remaining) FILTER (WHERE purpose = 'order') AS orders
                  FROM ledger_holds GROUP BY account) h ON h.account = a.id
    WHERE a.held_margin <> coalesce(h.margin, 0) OR a.held_order <> coalesce(h.orders, 0)`,
  // What was set aside for a withdrawal, a bid or a stake is there.
  `SELECT format('account %s of %s in %s has %s, less than the %s that is set aside for other than trading', a.class, a.owner, a.asset,
                 a.balance, a.held - a.held_margin - a.held_order) AS finding
     FROM ledger_accounts a WHERE a.class = 'customer' AND a.balance < a.held - a.held_margin - a.held_order`,
  // The balances after follow one another without a gap.
  `SELECT format('entry %s leaves account %s at %s, after the entry before it should be %s', seq, account, after,
                 coalesce(before, 0) + minor) AS finding
     FROM (SELECT seq, account, minor, after, lag(after) OVER (PARTITION BY account ORDER BY seq) AS before FROM (
       SELECT seq, debited AS account, -minor AS minor, debited_after AS after FROM ledger_entries
       UNION ALL SELECT seq, credited, minor, credited_after FROM ledger_entries) sides) chain
    WHERE after <> coalesce(before, 0) + minor`,
  // Every entry belongs to a posting and is of a permitted kind.
  `SELECT format('entry %s has no posting %s', e.seq, e.posting) AS finding
     FROM ledger_entries e LEFT JOIN ledger_postings p ON p.id = e.posting WHERE p.id IS NULL`,
  `SELECT format('entry %s moves money as no rule permits: %s from %s to %s in %s', e.seq, e.kind, d.class, c.class, e.asset)
     AS finding
     FROM ledger_entries e
     LEFT JOIN ledger_accounts d ON d.id = e.debited
     LEFT JOIN ledger_accounts c ON c.id = e.credited
     LEFT JOIN (SELECT * FROM ledger_permitted UNION ALL SELECT * FROM ledger_retired) p ON p.kind = e.kind AND p.debited_class = d.class AND p.credited_class = c.class
      AND p.money IN ('any', CASE e.asset WHEN 'DEMO' THEN 'demo' ELSE 'real' END)
    WHERE p.kind IS NULL OR e.asset <> d.asset OR e.asset <> c.asset`,
]

const mostFindings = 100

/** The number of checks: what progress is counted in. */
export const checkCount = checks.length

/**
 * Adds up the whole ledger again, in one snapshot, while the server may keep running. Returns the discrepancies, at most a hundred of each
 * kind; an empty list when all is well.
 */
export async function reconcile(db: Database): Promise<string[]> {
  const client = await db.pool.connect()
  try {
    return await inSnapshot(client, () => runChecks(client))
  } finally {
    client.release()
  }
}

/** Lists customers' accounts of which more is set aside than there is. With open positions that may be so; afterwards not. */
export async function overdrawnCustomers(
  db: Database,
): Promise<readonly { readonly owner: string; readonly balance: bigint }[]> {
  const { rows } = await db.pool.query<{ owner: string; balance: bigint }>(
    "SELECT owner, balance FROM ledger_accounts WHERE class = 'customer' AND (balance < 0 OR held < 0 OR held > balance)",
  )
  return rows
}

/** Everything `work` reads through this connection is of one moment. */
export async function inSnapshot<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const result = await work()
  await client.query('COMMIT')
  return result
}

/** Runs every check through one connection and reports the number done to `afterCheck`. */
export async function runChecks(
  client: PoolClient,
  afterCheck: (done: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const findings: string[] = []
  // No cases: the checks of one reconciliation.
  for (const [place, check] of checks.entries()) {
    const { rows } = await client.query<{ finding: string }>(`${check} LIMIT ${mostFindings}`)
    findings.push(...rows.map(({ finding }) => finding))
    await afterCheck(place + 1)
  }
  return findings
}
