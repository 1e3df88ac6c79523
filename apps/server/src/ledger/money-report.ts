import { type AssetCode, assetScale, writeScaled } from '@candor/money'
import type { Database } from '../db/database.ts'
import type { LedgerAsset } from './ledger.ts'

const scaleOf = (asset: LedgerAsset) => assetScale[asset === 'DEMO' ? 'USDT' : (asset satisfies AssetCode)]
const write = (minor: bigint, asset: LedgerAsset) => writeScaled(minor, scaleOf(asset), scaleOf(asset))

/** What stands on each class of accounts, the customers' together. */
export async function sumsByClass(db: Database) {
  const { rows } = await db.pool.query<{
    class: string
    asset: LedgerAsset
    accounts: bigint
    balance: bigint
    held: bigint
  }>(
    `SELECT class, asset, count(*) AS accounts, sum(balance)::bigint AS balance, sum(held)::bigint AS held
       FROM ledger_accounts GROUP BY class, asset ORDER BY asset DESC, class`,
  )
  return rows.map((row) => ({
    class: row.class,
    asset: row.asset,
    accounts: Number(row.accounts),
    balance: write(row.balance, row.asset),
    held: write(row.held, row.asset),
  }))
}

/** What moved from `day` 00:00 UTC until the next, by kind and classes; sums in the asset's own units. */
export async function movedOn(db: Database, day: string) {
  const from = new Date(`${day}T00:00:00Z`)
  const to = new Date(from.getTime() + 86_400_000)
  const { rows } = await db.pool.query<{
    kind: string
    asset: LedgerAsset
    from: string
    to: string
    count: bigint
    minor: bigint
  }>(
    `SELECT e.kind, e.asset, d.class AS "from", c.class AS "to", count(*) AS count, sum(e.minor)::bigint AS minor
       FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.created_at >= $1 AND e.created_at < $2
      GROUP BY e.kind, e.asset, d.class, c.class ORDER BY e.asset DESC, e.kind, d.class`,
    [from, to],
  )
  return rows.map(({ minor, count, ...row }) => ({
    ...row,
    count: Number(count),
    amount: write(minor, row.asset),
  }))
}
