import { type AssetCode, assetCodes } from '@candor/money'
import type { Database } from '../db/database.ts'
import type { OwedSnapshot } from '../trust/publish-liabilities.ts'

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

/**
 * All real money customers have here: their balances, held or not, and what lies in running plans and savings. Not in it: demo money, what open
 * positions would win or lose, and what customers owe on loans.
 */
export async function owedToCustomers(db: Database): Promise<OwedSnapshot> {
  const { rows } = await db.pool.query<{
    user_id: string | null
    asset: AssetCode
    minor: bigint
    in_plans: bigint
  }>(owedText)
  const known = rows.filter(({ asset }) => assetCodes.includes(asset))
  return {
    owed: known.flatMap(({ user_id: userId, asset, minor, in_plans: inPlans }) =>
      userId === null ? [] : [{ userId, asset, minor, inPlans }],
    ),
    ledger: new Map(
      known.flatMap(({ user_id: userId, asset, minor }) => (userId === null ? [[asset, minor]] : [])),
    ),
  }
}
