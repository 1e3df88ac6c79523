import type { Tx } from '../platform/database/database.ts'

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
