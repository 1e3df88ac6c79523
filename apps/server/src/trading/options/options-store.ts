import type { AccountMode } from '@candor/contract'
import { midOf, type Price } from '@candor/money'
import type { BoardQuote, QuoteSource, SplitRatio } from '@candor/rules'
import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { readTogetherFrom, rowsBy } from '../../platform/database/read-together.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { NewOption, OptionRow } from './option-response.ts'
import type { OptionsTables } from './options-tables.ts'
import type { WatchedOption } from './settlement/watched-option.ts'

type NewEvent = Insertable<OptionsTables['options_events']>

/** Settlement of an open option. */
export interface Closed {
  readonly id: string
  readonly closeSeq: number | null
  readonly closePrice: Price | null
  readonly split: SplitRatio
  readonly result: string
  readonly refundReason: string | null
  readonly profitMinor: bigint
  readonly closedAt: number
}

/**
 * Locks customers, so that purchases of one customer wait for each other and its counts cannot change meanwhile. Sorted to avoid deadlocks.
 */
export async function lockCustomers(tx: Tx, userIds: readonly string[]): Promise<void> {
  const names = [...new Set(userIds)].map((id) => `options:${id}`).sort()
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
    FROM unnest(${names}::text[]) WITH ORDINALITY AS n (name, at) ORDER BY at`.execute(tx)
}

/** Counts the open options of each of these customers, by `mode userId`. */
export async function countOpenOf(tx: Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('options_orders')
    .select((eb) => ['user_id', 'mode', eb.fn.countAll<bigint>().as('count')])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('status', '=', 'open')
    .groupBy(['user_id', 'mode'])
    .execute()
  return new Map(rows.map(({ user_id, mode, count }) => [`${mode} ${user_id}`, Number(count)]))
}

export async function countOpen(reader: Reader, userId: string, mode: AccountMode): Promise<number> {
  const { count } = await reader
    .selectFrom('options_orders')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores options and returns their rows by id. */
export async function addOptions(tx: Tx, options: readonly NewOption[]): Promise<Map<string, OptionRow>> {
  const rows = await tx
    .insertInto('options_orders')
    .values([...options])
    .returningAll()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function addEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const values = events.map((event) => ({ ...event, facts: JSON.stringify(event.facts) }))
  await tx.insertInto('options_events').values(values).execute()
}

/** Ends those still open; answers the rows it ended. */
export async function closeOptions(tx: Tx, closed: readonly Closed[]): Promise<OptionRow[]> {
  if (closed.length === 0) return []
  const changes = closed.map((one) => ({
    id: one.id,
    close_seq: one.closeSeq,
    close_price: one.closePrice?.toString() ?? null,
    split_fresh: one.split.fresh.toString(),
    split_old: one.split.old.toString(),
    result: one.result,
    refund_reason: one.refundReason,
    profit: one.profitMinor.toString(),
    closed_at: one.closedAt,
  }))
  const { rows } = await sql<OptionRow>`
    UPDATE options_orders o
       SET status = 'closed', close_seq = c.close_seq, close_price = c.close_price, split_fresh = c.split_fresh,
           split_old = c.split_old, result = c.result, refund_reason = c.refund_reason, profit = c.profit, closed_at = c.closed_at
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        AS c (id uuid, close_seq bigint, close_price bigint, split_fresh bigint, split_old bigint, result text, refund_reason text, profit bigint, closed_at bigint)
     WHERE o.id = c.id AND o.status = 'open'
    RETURNING o.*`.execute(tx)
  return rows
}

/** Lists open options that have ended or will end by then. */
export const optionsEndingBy = (reader: Reader, atMs: number): Promise<OptionRow[]> =>
  reader
    .selectFrom('options_orders')
    .selectAll()
    .where('status', '=', 'open')
    .where('expires_at', '<=', BigInt(atMs))
    .orderBy('sequence')
    .execute()

/** Open options of one market. */
export const openOptionsIn = (reader: Reader, code: string): Promise<OptionRow[]> =>
  reader
    .selectFrom('options_orders')
    .selectAll()
    .where('code', '=', code)
    .where('status', '=', 'open')
    .orderBy('sequence')
    .execute()

export const openOptions = (reader: Reader): Promise<OptionRow[]> =>
  reader.selectFrom('options_orders').selectAll().where('status', '=', 'open').orderBy('sequence').execute()

/** Batches reads, since an export requests many receipts at once. */
const optionById = readTogetherFrom(
  async (reader: Reader, ids) =>
    new Map((await optionsByIds(reader, ids)).map((row): [string, OptionRow] => [row.id, row])),
)

export async function findOption(
  reader: Reader,
  id: string,
  owner: { readonly userId: string; readonly mode: AccountMode },
): Promise<OptionRow | null> {
  if (!isUuid(id)) return null
  const row = await optionById(reader, id.toLowerCase())
  return row?.user_id === owner.userId && row.mode === owner.mode ? row : null
}

export async function findPublicOption(reader: Reader, publicId: string): Promise<OptionRow | null> {
  if (!isUuid(publicId)) return null
  const row = await reader
    .selectFrom('options_orders')
    .selectAll()
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns an option's events in order. */
export const eventsOf = async (reader: Reader, id: string) => (await eventsById(reader, id)) ?? []

const eventsById = readTogetherFrom(async (reader: Reader, ids) => {
  const all = reader.selectFrom('options_events').selectAll().where('order_id', 'in', ids)
  return rowsBy(await all.orderBy('order_id').orderBy('number').execute(), ({ order_id }) => order_id)
})

/** Sums the results of a customer's options since `sinceMs`, losses deducted, in USDT's smallest unit. */
export async function optionsEarnedSince(
  reader: Reader,
  owner: { readonly userId: string; readonly mode: AccountMode },
  sinceMs: number,
): Promise<bigint> {
  const { earned } = await reader
    .selectFrom('options_orders')
    .select(sql<bigint>`coalesce(sum(profit), 0)::bigint`.as('earned'))
    .where('user_id', '=', owner.userId)
    .where('mode', '=', owner.mode)
    .where('closed_at', '>=', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return earned
}

/** These options, in no particular order. */
export const optionsByIds = async (reader: Reader, ids: readonly string[]): Promise<OptionRow[]> =>
  ids.length === 0 ? [] : reader.selectFrom('options_orders').selectAll().where('id', 'in', ids).execute()

/** Returns the product of the splits, `new:old`, by option; options without a split are left out. */
export async function optionSplits(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('options_orders')
    .select(['id', 'split_fresh', 'split_old'])
    .where('id', 'in', ids)
    .whereRef('split_fresh', '<>', 'split_old')
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.split_fresh}:${row.split_old}`]))
}

export interface OptionListRequest {
  readonly userId: string
  readonly mode: AccountMode
  readonly status: 'open' | 'closed' | undefined
  readonly code: string | undefined
  /** Sequence of the last one of the page before. */
  readonly before: bigint | null
  readonly limit: number
}

/** Newest first. */
export function listOptions(reader: Reader, request: OptionListRequest): Promise<OptionRow[]> {
  let query = reader
    .selectFrom('options_orders')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('mode', '=', request.mode)
  if (request.status !== undefined) query = query.where('status', '=', request.status)
  if (request.code !== undefined) query = query.where('code', '=', request.code)
  if (request.before !== null) query = query.where('sequence', '<', request.before)
  return query.orderBy('sequence', 'desc').limit(request.limit).execute()
}

/**
 * The earliest quote from an option's end to `until`, by the server's clock, that is known to have been tradable and to decide for its mode:
 * one that another option of the mode was opened or settled at. For an end that passed while the server was down.
 */
export async function knownQuote(
  reader: Reader,
  { code, mode, expiresAt, openSeq }: Pick<WatchedOption, 'code' | 'mode' | 'expiresAt' | 'openSeq'>,
  until: number,
): Promise<BoardQuote | null> {
  const { rows } = await sql<JournalledQuote>`
    SELECT q.seq, q.source, q.source_time, q.received_at, q.bid, q.ask FROM markets_first_quotes q
     WHERE q.code = ${code} AND q.seq > ${openSeq} AND q.received_at BETWEEN ${expiresAt} AND ${until}
       AND EXISTS (SELECT FROM options_orders o WHERE o.code = q.code AND o.mode = ${mode} AND (o.open_seq = q.seq OR o.close_seq = q.seq))
     ORDER BY q.seq LIMIT 1`.execute(reader)
  const [row] = rows
  return row === undefined ? null : boardQuoteOf(code, row)
}

interface JournalledQuote {
  readonly seq: bigint
  readonly source: QuoteSource
  readonly source_time: bigint
  readonly received_at: bigint
  readonly bid: Price
  readonly ask: Price
}

const boardQuoteOf = (code: string, row: JournalledQuote): BoardQuote => ({
  code,
  seq: Number(row.seq),
  source: row.source,
  time: Number(row.source_time),
  receivedAt: Number(row.received_at),
  bid: row.bid,
  ask: row.ask,
  mid: midOf(row.bid, row.ask),
  volume: 0,
})
