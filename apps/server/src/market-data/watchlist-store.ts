import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'

/** The codes a customer watches, in the order they were put there. */
export async function watchedCodes(db: Database, userId: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('markets_watchlist')
    .select('code')
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}

export async function watch(db: Database, clock: Clock, userId: string, code: string): Promise<void> {
  await db.query
    .insertInto('markets_watchlist')
    .values({ user_id: userId, code, added_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function unwatch(db: Database, userId: string, code: string): Promise<void> {
  await db.query
    .deleteFrom('markets_watchlist')
    .where('user_id', '=', userId)
    .where('code', '=', code)
    .execute()
}

/** Removes the whole list of a customer. */
export async function removeWatchlistOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('markets_watchlist').where('user_id', '=', userId).execute()
}
