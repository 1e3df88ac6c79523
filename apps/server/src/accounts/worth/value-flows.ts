import type { AccountMode } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import { flowKinds } from '@candor/rules/accounts/worth/flow-kinds.ts'
import { sql } from 'kysely'
import { assetsOf, type LedgerAsset, wireAssetOf } from '../../ledger/account-class.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { pastMid, worthAt } from './coin-rates.ts'
import type { CoinPrices } from './worth-ports.ts'
import { addFlow } from './worth-store.ts'

interface NewFlow {
  readonly seq: bigint
  readonly owner: string
  readonly asset: LedgerAsset
  readonly minor: bigint
  readonly at: Date
}

/** Literals, so that the index of these entries serves. */
const isFlow = sql<boolean>`e.kind IN (${sql.join(flowKinds.map((kind) => sql.lit(kind)))})`

/**
 * Stores the worth of money that was put into these accounts or taken out, at the price of its moment, once each. A coin whose price of
 * that moment is not known is left for later.
 */
export async function valueFlows(
  { db, prices }: { readonly db: Database; readonly prices: CoinPrices },
  mode: AccountMode,
  userIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<NewFlow>`
    SELECT e.seq, e.owner, e.asset, e.signed_minor AS minor, e.created_at AS at
      FROM ledger_customer_entries e LEFT JOIN accounts_flows f ON f.entry = e.seq
     WHERE e.owner = ANY(${userIds}::text[]) AND e.asset = ANY(${assetsOf[mode]}::text[]) AND ${isFlow} AND f.entry IS NULL
     ORDER BY e.seq`.execute(db.query)
  // No cases: each waits for nothing but a price that is stored.
  for (const { seq, owner, asset, minor, at } of rows) {
    const coin = wireAssetOf(asset)
    const worth = await worthThen(prices, coin, minor, at.getTime())
    if (worth === null) continue
    await addFlow(db, seq, {
      ...{ userId: owner, mode, asset: coin, minor },
      at: at.getTime(),
      worthMinor: worth,
    })
  }
}

async function worthThen(
  prices: CoinPrices,
  coin: AssetCode,
  minor: bigint,
  at: number,
): Promise<bigint | null> {
  if (coin === 'USDT') return minor
  const mid = await pastMid(prices, coin, at)
  return mid === null ? null : worthAt(coin, minor, mid)
}

/** Money put into an account, less what was taken out; null while some of it has no worth yet. */
export type FlowSums = ReadonlyMap<string, bigint | null>

/** Adds up the money put into each of these accounts, as far as `reader` sees entries; absent: none. */
export async function flowSums(
  reader: Reader,
  mode: AccountMode,
  userIds: readonly string[],
): Promise<FlowSums> {
  const { rows } = await sql<{ owner: string; worth: bigint | null }>`
    SELECT e.owner, CASE WHEN count(*) = count(f.entry) THEN sum(f.worth)::bigint END AS worth
      FROM ledger_customer_entries e LEFT JOIN accounts_flows f ON f.entry = e.seq
     WHERE e.owner = ANY(${userIds}::text[]) AND e.asset = ANY(${assetsOf[mode]}::text[]) AND ${isFlow}
     GROUP BY e.owner`.execute(reader)
  return new Map(rows.map(({ owner, worth }) => [owner, worth]))
}
