import { type AssetCode, assetCodes } from '@candor/money'
import type { Database } from '../platform/database/database.ts'
import type { Owed, OwedSnapshot } from '../proofs/publish-liabilities.ts'

/** One statement is one snapshot: what each customer is owed, and below it (without a customer) what the ledger's accounts hold for them. */
const owedText = `
  WITH owed AS (
    SELECT owner::uuid AS user_id, asset, balance AS minor, 0::bigint AS in_plans
      FROM ledger_accounts WHERE class = 'customer' AND asset <> 'DEMO' AND balance > 0
    UNION ALL
    SELECT user_id, 'USDT', amount, amount FROM smart_plans WHERE status = 'earning'
    UNION ALL
    SELECT user_id, asset, held, held FROM savings_holdings WHERE held > 0)
  SELECT user_id, asset, sum(minor)::bigint AS minor, sum(in_plans)::bigint AS in_plans FROM owed GROUP BY user_id, asset
  UNION ALL
  SELECT NULL, asset, sum(balance)::bigint, 0 FROM ledger_accounts
   WHERE class IN ('customer', 'plan-principal', 'savings-principal') AND asset <> 'DEMO' GROUP BY asset`

interface OwedRow {
  readonly user_id: string | null
  readonly asset: AssetCode
  readonly minor: bigint
  readonly in_plans: bigint
}

const rowsAtOnce = 1_000

/**
 * All real money customers have here: their balances, held or not, and what lies in running plans and savings. Not in it: demo money, what open
 * positions would win or lose, and what customers owe on loans.
 */
export async function owedToCustomers(db: Database): Promise<OwedSnapshot> {
  const owed: Owed[] = []
  const ledger = new Map<AssetCode, bigint>()
  await readPages(db, (rows) => {
    for (const { user_id: userId, asset, minor, in_plans: inPlans } of rows) {
      if (!assetCodes.includes(asset)) continue
      if (userId === null) ledger.set(asset, minor)
      else owed.push({ userId, asset, minor, inPlans })
    }
  })
  return { owed, ledger }
}

/** Reads the statement page by page: a cursor sees one snapshot to its end. */
async function readPages(db: Database, take: (rows: readonly OwedRow[]) => void): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query(`DECLARE owed NO SCROLL CURSOR FOR ${owedText}`)
    for (;;) {
      const { rows } = await client.query<OwedRow>(`FETCH ${rowsAtOnce} FROM owed`)
      if (rows.length === 0) break
      take(rows)
    }
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // A connection in an unknown state is not handed on.
    client.release(true)
    throw error
  }
}
