import type { Tx } from '../../platform/database/database.ts'

/** True while a customer has any real money, free or held. */
export async function holdsRealMoney(tx: Tx, userId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('ledger_accounts')
    .select('id')
    .where('owner', '=', userId)
    .where('class', '=', 'customer')
    .where('asset', '<>', 'DEMO')
    .where((eb) => eb.or([eb('balance', '>', 0n), eb('held', '>', 0n)]))
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}

/** Query of the balances of customers in real money, held or not, for the proof of liabilities. */
export const balancesOfCustomers = `
  SELECT owner::uuid AS user_id, asset, balance AS minor, 0::bigint AS in_plans
    FROM ledger_accounts WHERE class = 'customer' AND asset <> 'DEMO' AND balance > 0`

/** Query of what the ledger holds for customers by asset, in their own accounts and where their plans and savings lie. */
export const heldForCustomers = `
  SELECT asset, sum(balance)::bigint AS minor FROM ledger_accounts
   WHERE class IN ('customer', 'plan-principal', 'savings-principal') AND asset <> 'DEMO' GROUP BY asset`
