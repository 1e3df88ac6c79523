import { writeScaled } from '@candor/money'
import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { withClient } from '../platform/database/database-server.ts'
import { ledgerAssetOf } from './account-class.ts'
import type { ReservationResult, ReservesFunds } from './reserves-funds.ts'

/** Permits, in the database of one test, that the world pays in to customers: deposits are another module's. */
export const permitTestDeposits = (owner: pg.PoolConfig): Promise<unknown> =>
  withClient(owner, (client) =>
    client.query(`INSERT INTO ledger_permitted VALUES ('test-deposit', 'world', 'customer', 'any')`),
  )

/** Reserves as an engine would for accounts without positions: free is what is available. For tests of modules that open no engine. */
export function fundsWithoutEngine(db: Database, clock: Clock): ReservesFunds {
  let number = BigInt(Math.floor(Math.random() * 1e12)) * 1_000_000n
  const reserve = async (
    userId: string,
    mode: 'demo' | 'real',
    minor: bigint,
    exact: boolean,
  ): Promise<ReservationResult> => {
    const asset = ledgerAssetOf(mode)
    const { rows } = await db.pool.query<{ fence: bigint; available: bigint | null }>(
      `SELECT fence, (SELECT balance - held FROM ledger_accounts WHERE owner = $1 AND class = 'customer' AND asset = $2) AS available
         FROM orders_lease`,
      [userId, asset],
    )
    const [row] = rows
    const available = row?.available ?? 0n
    const free = available > 0n ? available : 0n
    const granted = free < minor && !exact ? free : minor
    if (row === undefined || (free < minor && exact) || granted === 0n)
      return { short: { free: writeScaled(free, 6, 6), stale: false } }
    number += 1n
    const account = { class: 'customer', owner: userId, asset } as const
    return { granted: { fence: row.fence, number, account, minor: granted, until: clock.now() + 60_000 } }
  }
  return {
    reserve: (userId, mode, minor) => reserve(userId, mode, minor, true),
    reserveUpTo: (userId, mode, most) => reserve(userId, mode, most, false),
    settle: async () => undefined,
  }
}
