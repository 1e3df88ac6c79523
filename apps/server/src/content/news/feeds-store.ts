import type { Language } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { FeedEntry, FeedFailure, FeedReading } from './feed-reading.ts'
import { mostEntries } from './feed-reading.ts'
import type { FeedTables } from './feed-tables.ts'

export type FeedRow = Selectable<FeedTables['content_feeds']>
export type EntryRow = Selectable<FeedTables['content_feed_entries']>

/** News are deleted when they are older. */
const newsDays = 30

/** Feeds whose time has come, the longest overdue first. */
export const dueFeeds = (db: Database, nowMs: number, limit: number): Promise<FeedRow[]> =>
  db.query
    .selectFrom('content_feeds')
    .selectAll()
    .where('enabled', '=', true)
    .where('due_at', '<=', BigInt(nowMs))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Sets the time of the next fetch; false: another process took this one, or the feed was changed. */
export async function claimFetch(db: Database, feed: FeedRow, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable('content_feeds')
    .set({ due_at: BigInt(nowMs + feed.every_minutes * 60_000) })
    .where('id', '=', feed.id)
    .where('due_at', '=', feed.due_at)
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Locks a feed against changes; undefined: there is none. */
export const lockedFeed = (tx: Tx, id: string): Promise<FeedRow | undefined> =>
  tx.selectFrom('content_feeds').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Stores what a fetch of this URL brought, unless the feed has another one by now. */
export const storeReading = (
  db: Database,
  { id, url }: FeedRow,
  { entries }: FeedReading,
  nowMs: number,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const feed = await lockedFeed(tx, id)
    if (feed === undefined || feed.url !== url) return false
    await storeEntries(tx, feed, entries, nowMs)
    if (feed.kind === 'calendar') await removeOthers(tx, id, entries)
    else await removeOld(tx, id, nowMs)
    const now = BigInt(nowMs)
    await tx
      .updateTable('content_feeds')
      .set({ tried_at: now, read_at: now, failing_since: null, failure_reason: null, failure_detail: null })
      .where('id', '=', id)
      .execute()
    return true
  })

/** Stores why a fetch of this URL failed; its entries stay. */
export async function storeFailure(
  db: Database,
  { id, url }: FeedRow,
  { reason, detail }: FeedFailure,
  nowMs: number,
): Promise<void> {
  const now = BigInt(nowMs)
  await db.query
    .updateTable('content_feeds')
    .set((row) => ({
      tried_at: now,
      failing_since: row.fn.coalesce('failing_since', row.val(now)),
      failure_reason: reason,
      failure_detail: detail,
    }))
    .where('id', '=', id)
    .where('url', '=', url)
    .execute()
}

/**
 * Adds new entries and updates changed ones. News without a date, or with one in the future, have the time at which they were first seen;
 * several of them stay in the order of their feed.
 */
async function storeEntries(
  tx: Tx,
  { id: feedId, kind }: FeedRow,
  entries: readonly FeedEntry[],
  nowMs: number,
): Promise<void> {
  const rows = entries.map(({ key, title, summary, url, at, endsAt, allDay }, place) => {
    const isDated = at !== null && (kind === 'calendar' || at <= nowMs)
    return {
      ...{ key, title, summary, url, is_dated: isDated },
      at: isDated ? at : nowMs - place,
      ends_at: endsAt,
      all_day: allDay,
    }
  })
  await sql`
    INSERT INTO content_feed_entries AS stored (feed_id, key, title, summary, url, at, ends_at, all_day)
    SELECT ${feedId}, read.key, read.title, read.summary, read.url,
           CASE WHEN read.is_dated THEN read.at ELSE coalesce(former.at, read.at) END, read.ends_at, read.all_day
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS read (key text, title text, summary text, url text, is_dated boolean, at bigint, ends_at bigint, all_day boolean)
      LEFT JOIN content_feed_entries AS former ON former.feed_id = ${feedId} AND former.key = read.key
        ON CONFLICT (feed_id, key) DO UPDATE
       SET title = excluded.title, summary = excluded.summary, url = excluded.url, at = excluded.at,
           ends_at = excluded.ends_at, all_day = excluded.all_day
     WHERE (stored.title, stored.summary, stored.url, stored.at, stored.ends_at, stored.all_day)
           IS DISTINCT FROM
           (excluded.title, excluded.summary, excluded.url, excluded.at, excluded.ends_at, excluded.all_day)`.execute(
    tx,
  )
}

/** A calendar is replaced as a whole: an event that moved or was cancelled must not stay. */
async function removeOthers(tx: Tx, feedId: string, entries: readonly FeedEntry[]): Promise<void> {
  await sql`
    DELETE FROM content_feed_entries
     WHERE feed_id = ${feedId} AND key <> ALL (${entries.map(({ key }) => key)}::text[])`.execute(tx)
}

async function removeOld(tx: Tx, feedId: string, nowMs: number): Promise<void> {
  await sql`
    DELETE FROM content_feed_entries
     WHERE feed_id = ${feedId}
       AND (at < ${nowMs - newsDays * dayMs}
            OR key IN (SELECT key FROM content_feed_entries WHERE feed_id = ${feedId}
                        ORDER BY at DESC, key OFFSET ${mostEntries}))`.execute(tx)
}

/** An entry with the name of its feed. */
export type ShownEntry = EntryRow & { readonly source: string }

/** The newest news of enabled feeds, for readers of this language. */
export const newestNews = (
  db: Database,
  language: Language,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<ShownEntry[]> =>
  entriesOf(db, 'news', language)
    .where('entry.at', '>=', BigInt(nowMs - newsDays * dayMs))
    .orderBy('entry.at', 'desc')
    .orderBy('entry.key')
    .limit(limit)
    .execute()

/** Events of enabled feeds that have not ended and begin before `untilMs`, the next first. One without an end counts as an hour long. */
export const nextEvents = (
  db: Database,
  language: Language,
  { nowMs, untilMs, limit }: { readonly nowMs: number; readonly untilMs: number; readonly limit: number },
): Promise<ShownEntry[]> =>
  entriesOf(db, 'calendar', language)
    .where(sql<boolean>`coalesce(entry.ends_at, entry.at + 3600000) > ${nowMs}`)
    .where('entry.at', '<', BigInt(untilMs))
    .orderBy('entry.at')
    .orderBy('entry.key')
    .limit(limit)
    .execute()

const entriesOf = (db: Database, kind: FeedRow['kind'], language: Language) =>
  db.query
    .selectFrom('content_feed_entries as entry')
    .innerJoin('content_feeds as feed', 'feed.id', 'entry.feed_id')
    .selectAll('entry')
    .select('feed.name as source')
    .where('feed.kind', '=', kind)
    .where('feed.enabled', '=', true)
    .where((row) => row.or([row('feed.language', 'is', null), row('feed.language', '=', language)]))

/** Every feed with the number of its entries, by kind and name. */
export const feedsInHand = (db: Database): Promise<(FeedRow & { readonly entries: number })[]> =>
  db.query
    .selectFrom('content_feeds as feed')
    .selectAll('feed')
    .select((row) =>
      row
        .selectFrom('content_feed_entries as entry')
        .select(sql<number>`count(*)::int`.as('entries'))
        .whereRef('entry.feed_id', '=', 'feed.id')
        .$asScalar()
        .$notNull()
        .as('entries'),
    )
    .orderBy('feed.kind', 'desc')
    .orderBy('feed.name')
    .orderBy('feed.id')
    .execute()
