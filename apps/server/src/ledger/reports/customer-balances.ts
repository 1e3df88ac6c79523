import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { LedgerAsset } from '../account-class.ts'

export interface CustomerBalance {
  readonly owner: string
  readonly asset: LedgerAsset
  /** In the asset's smallest unit, holds included. */
  readonly balance: bigint
}

/** Lists these customers' balances of these assets; one that was never opened is absent. */
export const customerBalances = (
  reader: Reader,
  owners: readonly string[],
  assets: readonly LedgerAsset[],
): Promise<CustomerBalance[]> =>
  reader
    .selectFrom('ledger_accounts')
    .select(['owner', 'asset', 'balance'])
    .where('class', '=', 'customer')
    .where('owner', 'in', owners)
    .where('asset', 'in', assets)
    .execute()

/** Entries of one day (UTC), kind and asset added up, as they changed the customer's balance. */
export interface CustomerDaySum {
  /** Days since 1970. */
  readonly day: number
  readonly asset: LedgerAsset
  readonly kind: string
  readonly minor: bigint
  readonly count: number
}

/** Adds up a customer's entries before a moment (epoch ms) by day, oldest first. */
export async function customerDaySums(
  reader: Reader,
  owner: string,
  assets: readonly LedgerAsset[],
  beforeMs: number,
): Promise<CustomerDaySum[]> {
  const { rows } = await sql<Omit<CustomerDaySum, 'count'> & { count: bigint }>`
    SELECT floor(extract(epoch FROM created_at) / 86400)::int AS day, asset, kind, sum(signed_minor)::bigint AS minor, count(*) AS count
      FROM ledger_customer_entries
     WHERE owner = ${owner} AND asset = ANY(${assets}::text[]) AND created_at < ${new Date(beforeMs)}
     GROUP BY 1, 2, 3 ORDER BY 1`.execute(reader)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
