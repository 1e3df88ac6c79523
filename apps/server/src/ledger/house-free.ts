import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { AccountClass, LedgerAsset } from './account-class.ts'
import { house } from './ledger.ts'

/** Returns the part of an operator account's balance that is free of holds, in the asset's smallest unit. */
export async function houseFree(
  reader: Kysely<Schema> | Tx,
  name: AccountClass,
  asset: LedgerAsset,
): Promise<bigint> {
  const row = await reader
    .selectFrom('ledger_accounts')
    .select(['balance', 'held'])
    .where('owner', '=', house)
    .where('class', '=', name)
    .where('asset', '=', asset)
    .executeTakeFirst()
  return row === undefined ? 0n : row.balance - row.held
}
