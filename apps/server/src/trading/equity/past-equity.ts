import type { AccountMode } from '@candor/contract'
import type { Database } from '../../platform/database/database.ts'

/** Equity at a moment (epoch ms). */
export type EquityPoint = readonly [atMs: number, equityMinor: bigint]

const assetOf = (mode: AccountMode) => (mode === 'demo' ? 'DEMO' : 'USDT')

/** Returns the time and the equity of an account's first money; null before there was any. */
export async function openingOf(
  db: Database,
  userId: string,
  mode: AccountMode,
): Promise<EquityPoint | null> {
  const { rows } = await db.pool.query<{ at: Date; equity: bigint }>({
    name: 'orders-opening',
    text: `SELECT created_at AS at, balance_after AS equity FROM ledger_customer_entries
            WHERE owner = $1 AND asset = $2 ORDER BY seq LIMIT 1`,
    values: [userId, assetOf(mode)],
  })
  const [row] = rows
  return row === undefined ? null : [row.at.getTime(), row.equity]
}

/**
 * Returns equity at a past moment: where contracts were open then, the last record since the first of them was opened; else the ledger's
 * balance. Records become rarer with age (thin-equity.ts), so an older one may describe other contracts.
 */
export async function equityAt(db: Database, userId: string, mode: AccountMode, at: number): Promise<bigint> {
  const { rows } = await db.pool.query<{ recorded: bigint | null; balance: bigint | null }>({
    name: 'orders-equity-at',
    text: `SELECT (SELECT q.equity FROM orders_equity q WHERE q.user_id = $1 AND q.mode = $2 AND q.at <= $4
                AND q.at >= (SELECT min(o.opened_at) FROM orders_contracts o WHERE o.user_id = $1 AND o.mode = $2
                               AND o.opened_at <= $4 AND (o.status = 'open' OR o.closed_at > $4))
               ORDER BY q.at DESC LIMIT 1) AS recorded,
             (SELECT e.balance_after FROM ledger_customer_entries e
               WHERE e.owner = $1::text AND e.asset = $3 AND e.created_at <= to_timestamp($4 / 1000.0)
               ORDER BY e.seq DESC LIMIT 1) AS balance`,
    values: [userId, mode, assetOf(mode), at],
  })
  const [row] = rows
  return row?.recorded ?? row?.balance ?? 0n
}
