import { type AssetCode, assetCodes } from '@candor/money'
import { balancesOfCustomers, heldForCustomers } from '../../ledger/reports/customer-money.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Owed, OwedSnapshot } from './publish-liabilities.ts'

/** A query of sums owed to customers, written by the module that owes them: columns `user_id`, `asset`, `minor` and `in_plans`. */
export type OwedQuery = string

/** One statement is one snapshot: the sums owed to each customer, and below them (without a customer) what the ledger's accounts hold for all. */
const owedText = (queries: readonly OwedQuery[]) => `
  WITH owed AS (${queries.join(' UNION ALL ')})
  SELECT user_id, asset, sum(minor)::bigint AS minor, sum(in_plans)::bigint AS in_plans FROM owed GROUP BY user_id, asset
  UNION ALL
  SELECT NULL, asset, minor, 0 FROM (${heldForCustomers}) held`

interface OwedRow {
  readonly user_id: string | null
  readonly asset: AssetCode
  readonly minor: bigint
  readonly in_plans: bigint
}

const rowsAtOnce = 1_000

/**
 * Sums all real money that customers have here: their balances, held or not, and what `queries` add to them (running plans, savings). Demo money,
 * what open positions would win or lose, and what customers owe on loans are not part of it.
 */
export async function owedToCustomers(db: Database, queries: readonly OwedQuery[]): Promise<OwedSnapshot> {
  const owed: Owed[] = []
  const ledger = new Map<AssetCode, bigint>()
  await readPages(db, owedText([balancesOfCustomers, ...queries]), (rows) => {
    for (const { user_id: userId, asset, minor, in_plans: inPlans } of rows) {
      if (!assetCodes.includes(asset)) continue
      if (userId === null) ledger.set(asset, minor)
      else owed.push({ userId, asset, minor, inPlans })
    }
  })
  return { owed, ledger }
}

/** Reads the statement page by page: a cursor sees one snapshot to its end. */
async function readPages(
  db: Database,
  text: string,
  take: (rows: readonly OwedRow[]) => void,
): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query(`DECLARE owed NO SCROLL CURSOR FOR ${text}`)
    for (;;) {
      const { rows } = await client.query<OwedRow>(`FETCH ${rowsAtOnce} FROM owed`)
      if (rows.length === 0) break
      take(rows)
    }
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // A connection in an unknown state is not returned to the pool.
    client.release(true)
    throw error
  }
}
