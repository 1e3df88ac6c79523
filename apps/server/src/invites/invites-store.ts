import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { InvitesTables } from './invites-tables.ts'

export type FriendRow = Selectable<InvitesTables['invites_friends']>
export type CommissionRow = Selectable<InvitesTables['invites_commissions']>
export type NewFriend = Pick<
  FriendRow,
  'id' | 'user_id' | 'inviter_id' | 'fee_share' | 'joined_at' | 'until_at' | 'looked_through'
>

/** Adds a friend; returns false when this customer has an inviter already. */
export async function addFriend(tx: Tx, friend: NewFriend): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('invites_friends')
    .values(friend)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function inviterOf(reader: Reader, userId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('invites_friends')
    .select('inviter_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.inviter_id ?? null
}

interface Page {
  readonly before: bigint | null
  readonly limit: number
}

/** Newest first. */
export async function friendsOf(reader: Reader, inviterId: string, page: Page): Promise<FriendRow[]> {
  let query = reader.selectFrom('invites_friends').selectAll().where('inviter_id', '=', inviterId)
  if (page.before !== null) query = query.where('sequence', '<', page.before)
  return query.orderBy('sequence', 'desc').limit(page.limit).execute()
}

export async function friendTotals(reader: Reader, inviterId: string) {
  const row = await reader
    .selectFrom('invites_friends')
    .select([
      (eb) => eb.fn.countAll<bigint>().as('friends'),
      sql<bigint>`coalesce(sum(earned), 0)::bigint`.as('earned'),
    ])
    .where('inviter_id', '=', inviterId)
    .executeTakeFirstOrThrow()
  return { friends: Number(row.friends), earned: row.earned }
}

export interface PaidRow extends CommissionRow {
  readonly user_id: string
}

export async function commissionsOf(reader: Reader, inviterId: string, page: Page): Promise<PaidRow[]> {
  let query = reader
    .selectFrom('invites_commissions as c')
    .innerJoin('invites_friends as f', 'f.id', 'c.friend_id')
    .selectAll('c')
    .select('f.user_id')
    .where('c.inviter_id', '=', inviterId)
  if (page.before !== null) query = query.where('c.sequence', '<', page.before)
  return query.orderBy('c.sequence', 'desc').limit(page.limit).execute()
}

/** The last fees of a friend may be written a little after the day they belong to. */
const graceMs = 86_400_000n

const toLookAt = (cutoff: bigint) =>
  sql<boolean>`looked_through < ${cutoff} AND looked_through < until_at + ${graceMs}`

/** Lists friends whose fees were not processed up to `cutoff`, in the order of their ids. */
export async function friendsToLookAt(
  reader: Reader,
  cutoff: bigint,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<Pick<FriendRow, 'id'>[]> {
  return reader
    .selectFrom('invites_friends')
    .select('id')
    .where(toLookAt(cutoff))
    .where((eb) => (after === null ? eb.lit(true) : eb('id', '>', after)))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Locks those that are still to be processed; skips the ones that another process holds. */
export const lockFriends = (tx: Tx, cutoff: bigint, ids: readonly string[]): Promise<FriendRow[]> =>
  tx
    .selectFrom('invites_friends')
    .selectAll()
    .where('id', 'in', ids)
    .where(toLookAt(cutoff))
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()

/** Nothing, or nothing worth a unit, was paid: only the moment moves. */
export async function markLooked(tx: Tx, ids: readonly string[], cutoff: bigint): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('invites_friends').set({ looked_through: cutoff }).where('id', 'in', ids).execute()
}

export type NewCommission = Omit<CommissionRow, 'sequence'>

/** `rebatedThrough`: the entry of the last rebate that was deducted; null: there was none. */
export async function addCommission(
  tx: Tx,
  { paid, rebatedThrough, cutoff }: { paid: NewCommission; rebatedThrough: bigint | null; cutoff: bigint },
): Promise<void> {
  await tx.insertInto('invites_commissions').values(paid).execute()
  await tx
    .updateTable('invites_friends')
    .set((eb) => ({
      looked_through: cutoff,
      settled_through: paid.through_entry,
      ...(rebatedThrough === null ? {} : { rebated_through: rebatedThrough }),
      fees: eb('fees', '+', paid.fees),
      earned: eb('earned', '+', paid.commission),
    }))
    .where('id', '=', paid.friend_id)
    .execute()
}
