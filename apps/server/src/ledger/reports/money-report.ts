import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { type LedgerAsset, writeLedgerAmount } from '../account-class.ts'
import { endOfDay } from '../books/book-balances.ts'
import { house } from '../ledger.ts'
import type { ClassSum } from '../ledger-tables.ts'

interface ClassRow {
  readonly class: string
  readonly asset: LedgerAsset
  readonly accounts: bigint
  readonly balance: bigint
  readonly held: bigint
}

const sumsText = (condition: string) =>
  `SELECT class, asset, count(*) AS accounts, sum(balance)::bigint AS balance, sum(held)::bigint AS held
     FROM ledger_accounts ${condition} GROUP BY class, asset ORDER BY asset DESC, class`

/** Sums each class of accounts, the customers' together. Reads every account. */
export async function sumsByClass(client: Pick<PoolClient, 'query'>): Promise<ClassSum[]> {
  const { rows } = await client.query<ClassRow>(sumsText(''))
  return rows.map(classSum)
}

/** Sums the operator's own accounts, some tens of rows. */
export async function houseSums(db: Database): Promise<ClassSum[]> {
  const { rows } = await db.pool.query<ClassRow>(sumsText('WHERE owner = $1'), [house])
  return rows.map(classSum)
}

/** Counts the accounts and entries of each asset. */
export async function countByAsset(
  db: Database,
): Promise<readonly { readonly asset: LedgerAsset; readonly accounts: bigint; readonly entries: bigint }[]> {
  const { rows } = await db.pool.query<{ asset: LedgerAsset; accounts: bigint; entries: bigint }>(
    `SELECT a.asset, a.accounts, coalesce(e.entries, 0) AS entries
       FROM (SELECT asset, count(*) AS accounts FROM ledger_accounts GROUP BY asset) a
       LEFT JOIN (SELECT asset, count(*) AS entries FROM ledger_entries GROUP BY asset) e USING (asset)
      ORDER BY a.asset`,
  )
  return rows
}

function classSum(row: ClassRow): ClassSum {
  return {
    class: row.class,
    asset: row.asset,
    accounts: Number(row.accounts),
    balance: writeLedgerAmount(row.balance, row.asset),
    held: writeLedgerAmount(row.held, row.asset),
  }
}

/** Added up by the operator's accounts first, some tens of them; whatever is not theirs is a customer's. */
const movedText = `
  WITH house AS (SELECT id, class FROM ledger_accounts WHERE owner = '${house}'),
  moved AS (
    SELECT kind, asset, nullif(debited, customer) AS debited, nullif(credited, customer) AS credited, count(*) AS count, sum(minor) AS minor
      FROM ledger_entries WHERE created_at >= $1 AND created_at < $2 GROUP BY 1, 2, 3, 4)
  SELECT m.kind, m.asset, coalesce(d.class, 'customer') AS "from", coalesce(c.class, 'customer') AS "to",
         sum(m.count)::bigint AS count, sum(m.minor)::bigint AS minor
    FROM moved m LEFT JOIN house d ON d.id = m.debited LEFT JOIN house c ON c.id = m.credited
   GROUP BY 1, 2, 3, 4 ORDER BY m.asset DESC, m.kind, 3`

/** Sums the movements of the days from `day` through `last` (UTC) by kind and classes, in the asset's own units. */
export async function movedOn(db: Database, day: string, last: string) {
  const [from, to] = [new Date(`${day}T00:00:00Z`), endOfDay(last)]
  const { rows } = await db.pool.query<{
    kind: string
    asset: LedgerAsset
    from: string
    to: string
    count: bigint
    minor: bigint
  }>(movedText, [from, to])
  return rows.map(({ minor, count, ...row }) => ({
    ...row,
    count: Number(count),
    amount: writeLedgerAmount(minor, row.asset),
  }))
}
