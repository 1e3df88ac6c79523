import { type AssetCode, writeMinor } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'
import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.ts'
import type { AccountClass } from '../account-class.ts'
import { bookAccount } from './book-accounts.ts'
import type { BookAmount } from './book-formats.ts'

/** Customers as one account of the books, or each as one of their own. */
export type CustomerAccounts = 'total' | 'each'

const balancesText = `
  WITH later AS (
    SELECT account, sum(minor) AS minor
      FROM (SELECT credited AS account, sum(minor) AS minor FROM ledger_entries
             WHERE created_at >= $1 AND asset <> 'DEMO' GROUP BY credited
            UNION ALL
            SELECT debited, -sum(minor) FROM ledger_entries
             WHERE created_at >= $1 AND asset <> 'DEMO' GROUP BY debited) moved
     GROUP BY account)
  SELECT a.class AS of, a.asset, CASE WHEN $2 THEN a.owner ELSE '' END AS owner, sum(coalesce(l.minor, 0) - a.balance)::bigint AS minor
    FROM ledger_accounts a LEFT JOIN later l ON l.account = a.id
   WHERE a.asset <> 'DEMO' AND a.version > 0 GROUP BY 1, 2, 3 ORDER BY a.class, 3, a.asset`

/**
 * Lists the balances of real money before a moment, by account of the books: debits less credits, which sum to zero in each asset. They are those
 * that the ledger keeps, less what moved since, so that entries from then on prove them. Accounts that nothing touched are left out.
 */
export async function balancesBefore(
  client: Pick<PoolClient, 'query'>,
  at: Date,
  customers: CustomerAccounts,
): Promise<readonly BookAmount[]> {
  const rows = await readBalances(client, at, customers === 'each')
  return rows
    .map(({ of, owner, ...balance }) => ({ account: bookAccount(of, owner, customers), ...balance }))
    .toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0))
}

interface BalanceRow {
  readonly of: AccountClass
  readonly asset: AssetCode
  readonly owner: string
  readonly minor: bigint
}

async function readBalances(
  client: Pick<PoolClient, 'query'>,
  at: Date,
  byOwner: boolean,
): Promise<readonly BalanceRow[]> {
  const { rows } = await client.query<BalanceRow>(balancesText, [at, byOwner])
  return rows
}

/** Lists the same by class of account, customers together. */
export const balancesOfClasses = (
  client: Pick<PoolClient, 'query'>,
  at: Date,
): Promise<readonly Omit<BalanceRow, 'owner'>[]> => readBalances(client, at, false)

/** The moment at which a day (YYYY-MM-DD, UTC) is over. */
export const endOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs)

/** Lists the balances at the end of a day as debits and credits, by account and asset; those of zero are left out. */
export async function trialBalance(db: Database, day: string) {
  const balances = await balancesBefore(db.pool, endOfDay(day), 'total')
  return balances
    .filter(({ minor }) => minor !== 0n)
    .map(({ account, asset, minor }) => ({
      account,
      asset,
      debit: writeMinor(minor > 0n ? minor : 0n, asset),
      credit: writeMinor(minor < 0n ? -minor : 0n, asset),
    }))
}

/** Runs `read` on one state of the books, however long it takes. */
export async function* readBooks<T>(
  db: Database,
  read: (client: PoolClient) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const client = await db.pool.connect()
  let isClean = false
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    yield* read(client)
    await client.query('COMMIT')
    isClean = true
  } finally {
    // A connection in an unknown state is not returned to the pool.
    client.release(!isClean)
  }
}
