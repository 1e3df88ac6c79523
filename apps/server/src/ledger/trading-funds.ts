import type { Database } from '../platform/database/database.ts'
import type { AccountRef } from './ledger.ts'

/** Balance of a customer's account that trades, as committed, in its smallest unit. */
export interface TradingFunds {
  readonly owner: string
  readonly asset: 'USDT' | 'DEMO'
  readonly balance: bigint
  /** Set aside for other than margin and waiting orders. */
  readonly other: bigint
  readonly version: bigint
}

/** Lists these customers' accounts in USDT and in demo money; one that was never opened is absent. */
export async function readTradingFunds(db: Database, owners: readonly string[]): Promise<TradingFunds[]> {
  const { rows } = await db.pool.query<TradingFunds>({
    name: 'ledger-trading-funds',
    text: `SELECT owner, asset, balance, held - held_margin - held_order AS other, version FROM ledger_accounts
      WHERE class = 'customer' AND asset IN ('USDT', 'DEMO') AND owner = ANY ($1)`,
    values: [owners],
  })
  return rows
}

/** Takes a reservation of a customer's account back: it cannot be used afterwards. One already used stays as it is. */
export async function takeReservationBack(
  db: Database,
  reservation: {
    readonly fence: bigint
    readonly number: bigint
    readonly account: AccountRef
    readonly minor: bigint
  },
  at: Date,
): Promise<void> {
  const { fence, number, account, minor } = reservation
  await db.pool.query({
    name: 'ledger-take-back',
    text: `SELECT ledger_take_back($1, $2, ARRAY[$3]::bigint[],
             (SELECT id FROM ledger_accounts WHERE class = $4 AND owner = $5 AND asset = $6), ARRAY[$7]::bigint[])`,
    values: [at, fence, number, account.class, account.owner, account.asset, minor],
  })
}
