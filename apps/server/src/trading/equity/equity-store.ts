import type { AccountMode } from '@candor/contract'
import type { Database } from '../../platform/database/database.ts'

/** Equity of accounts as it was recorded. */
export class EquityStore {
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  async record(userId: string, mode: AccountMode, at: number, equityMinor: bigint): Promise<void> {
    await this.db.query
      .insertInto('orders_equity')
      .values({ user_id: userId, mode, at: BigInt(at), equity: equityMinor })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Records one moment of many accounts; an existing point stays. */
  async recordAll(
    at: number,
    points: readonly { readonly userId: string; readonly mode: AccountMode; readonly equityMinor: bigint }[],
  ): Promise<void> {
    await this.db.pool.query(
      `INSERT INTO orders_equity (user_id, mode, at, equity)
       SELECT user_id, mode, $1, equity FROM unnest($2::uuid[], $3::text[], $4::bigint[]) p (user_id, mode, equity)
       ON CONFLICT DO NOTHING`,
      [
        at,
        points.map(({ userId }) => userId),
        points.map(({ mode }) => mode),
        points.map(({ equityMinor }) => String(equityMinor)),
      ],
    )
  }

  async since(userId: string, mode: AccountMode, since: number): Promise<{ at: bigint; equity: bigint }[]> {
    return this.db.query
      .selectFrom('orders_equity')
      .select(['at', 'equity'])
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .where('at', '>=', BigInt(since))
      .orderBy('at')
      .execute()
  }
}
