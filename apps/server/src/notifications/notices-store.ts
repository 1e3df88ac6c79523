import type { Notice, NoticeKind } from '@candor/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Database, Reader } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { NotificationsTables } from './notifications-tables.ts'

type NoticeRow = Selectable<NotificationsTables['notifications_notices']>

const toResponse = (row: NoticeRow): Notice => ({
  id: row.id,
  kind: row.kind,
  mode: row.mode,
  code: row.code,
  orderId: row.order_id,
  at: new Date(Number(row.at)).toISOString(),
  read: row.read_at !== null,
  facts: { ...row.facts },
})

/**
 * Stores a notice by the name of its event; returns false when it was stored before. With a transaction as `reader`, it commits together
 * with its event.
 */
export async function keepNotice(
  reader: Reader,
  userId: string,
  once: string,
  notice: Notice,
): Promise<boolean> {
  return (await keepNotices(reader, [{ userId, once, notice }])).length === 1
}

/** A notice for a customer, with the name of its event. */
export interface NamedNotice {
  readonly userId: string
  readonly once: string
  readonly notice: Notice
}

/** Stores notices in one statement, each by the name of its event; returns those that were not stored before. */
export async function keepNotices<N extends NamedNotice>(
  reader: Reader,
  notices: readonly N[],
): Promise<N[]> {
  if (notices.length === 0) return []
  const rows = await reader
    .insertInto('notifications_notices')
    .values(notices.map(rowOf))
    .onConflict((conflict) => conflict.columns(['user_id', 'once']).doNothing())
    .returning('id')
    .execute()
  const inserted = new Set(rows.map(({ id }) => id))
  return notices.filter(({ notice }) => inserted.has(notice.id))
}

const rowOf = ({ userId, once, notice }: NamedNotice) => ({
  id: notice.id,
  user_id: userId,
  mode: notice.mode,
  kind: notice.kind,
  once,
  code: notice.code,
  order_id: notice.orderId,
  at: BigInt(Date.parse(notice.at)),
  facts: JSON.stringify(notice.facts),
})

/** Returns the stored notices of these names. */
export async function noticesNamed(
  db: Database,
  userId: string,
  names: readonly string[],
): Promise<Notice[]> {
  const rows = await db.query
    .selectFrom('notifications_notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('once', 'in', names)
    .orderBy('sequence')
    .execute()
  return rows.map(toResponse)
}

/** Returns the notices of several customers with these names, each with its customer. */
export async function noticesOfAll(
  db: Database,
  userIds: readonly string[],
  names: readonly string[],
): Promise<{ readonly userId: string; readonly notice: Notice }[]> {
  if (userIds.length === 0) return []
  const rows = await db.query
    .selectFrom('notifications_notices')
    .selectAll()
    .where('user_id', 'in', [...new Set(userIds)])
    .where('once', 'in', names)
    .orderBy('sequence')
    .execute()
  return rows.map((row) => ({ userId: row.user_id, notice: toResponse(row) }))
}

/** Newest first, at most `limit` from before `before` on; `next` names the next page. */
export async function noticesOf(
  db: Database,
  userId: string,
  before: bigint | null,
  limit: number,
): Promise<{ items: Notice[]; next: string | null }> {
  let query = db.query.selectFrom('notifications_notices').selectAll().where('user_id', '=', userId)
  if (before !== null) query = query.where('sequence', '<', before)
  const rows = await query
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    items: page.map(toResponse),
    next: rows.length > limit ? (page.at(-1)?.sequence.toString() ?? null) : null,
  }
}

/** Counts unread notices, without those of topics that are off on the pages. */
export async function countUnread(
  db: Database,
  userId: string,
  isOff: (kind: NoticeKind) => boolean,
): Promise<number> {
  const rows = await db.query
    .selectFrom('notifications_notices')
    .select(['kind', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('kind')
    .execute()
  return rows.reduce((sum, { kind, count }) => (isOff(kind) ? sum : sum + Number(count)), 0)
}

/** Null once it is gone. */
export async function noticeById(db: Kysely<Schema>, id: string): Promise<Notice | null> {
  const row = await db.selectFrom('notifications_notices').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toResponse(row)
}

/** Marks as read: those named, or all. Another customer's are not touched. */
export async function markRead(
  db: Database,
  userId: string,
  ids: readonly string[] | null,
  now: number,
): Promise<void> {
  let query = db.query
    .updateTable('notifications_notices')
    .set({ read_at: BigInt(now) })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids !== null)
    query = query.where((eb) => eb(eb.cast<string>('id', 'text'), 'in', ids.length === 0 ? [''] : ids))
  await query.execute()
}
