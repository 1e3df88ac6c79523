import { marketByIdOrCode, type Watchlist } from '@candor/rules'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'

/** Locks a customer's watchlists, so that two changes at once do not each miss the other's. */
export async function lockWatchlistsOf(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`watchlists:${userId}`}, 0))`.execute(tx)
}

/** Reads a customer's named watchlists in their order, without markets that are no longer listed. */
export async function watchlistsOf(db: Kysely<Schema>, userId: string): Promise<readonly Watchlist[]> {
  const rows = await db
    .selectFrom('markets_named_watchlists')
    .select(['id', 'name', 'codes'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
  return rows.map(({ codes, ...list }) => ({
    ...list,
    codes: codes.filter((code) => marketByIdOrCode(code) !== null),
  }))
}

/** Writes a customer's named watchlists, in this order, in place of those there. */
export async function replaceWatchlists(tx: Tx, userId: string, lists: readonly Watchlist[]): Promise<void> {
  await removeWatchlistsOf(tx, userId)
  if (lists.length === 0) return
  await tx
    .insertInto('markets_named_watchlists')
    .values(
      lists.map(({ id, name, codes }, position) => ({
        ...{ id, name, position, user_id: userId },
        codes: [...codes],
      })),
    )
    .execute()
}

/** Removes all named watchlists of a customer. */
export async function removeWatchlistsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('markets_named_watchlists').where('user_id', '=', userId).execute()
}
