import { type StatedEvent, watchedSince } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import { insertPeaks, peakValues, type RecordedPeak } from '../orders/open-orders-store.ts'
import type { EventRow } from '../orders/orders-tables.ts'
import { statedEvent } from '../receipts/stated-event.ts'

/** Progress of an engine: by market, the number of the newest quote whose decisions were all in the database at `at` (epoch ms). */
export interface TakenQuotes {
  readonly at: number
  readonly seqs: Readonly<Record<string, number>>
}

/** Start of an order's watch on a level: after this quote of its market, or after this moment where no quote is recorded. */
export interface WatchedFrom {
  readonly seq: number | null
  readonly at: number
}

/** An order that was changed since an engine's progress. */
export interface ChangedOrder {
  readonly id: string
  /** Its newest change of what is watched: no night or dividend, which an exit may wait for. */
  readonly from: WatchedFrom
  /** Its trailing stop, where that was set since the progress too: one of before it followed all quotes, whatever else was changed. */
  readonly trailing: WatchedFrom | null
}

/** Reads an engine's progress; nothing was taken before an engine wrote any. */
export async function readTaken(db: Database): Promise<TakenQuotes> {
  const { rows } = await db.pool.query<{ at: bigint; seqs: Record<string, number> }>(
    'SELECT at, seqs FROM orders_quotes_taken',
  )
  const [row] = rows
  return row === undefined ? { at: 0, seqs: {} } : { at: Number(row.at), seqs: row.seqs }
}

/**
 * Writes an engine's progress and the best prices of trailing stops of the same moment, both or neither: the engine after it takes the
 * quotes that follow, and a stop that knew a best price of later would fire at one that never reached it. Only the engine that leads
 * writes.
 */
export async function writeTaken(
  db: Database,
  fence: bigint,
  { at, seqs, peaks }: TakenQuotes & { readonly peaks: readonly RecordedPeak[] },
): Promise<void> {
  await db.pool.query({
    name: 'orders-write-taken',
    text: `WITH taken AS (
        INSERT INTO orders_quotes_taken AS taken (at, seqs) SELECT $7, $8 FROM orders_lease WHERE fence = $6
        ON CONFLICT (only_row) DO UPDATE SET at = excluded.at, seqs = excluded.seqs)
      ${insertPeaks('EXISTS (SELECT FROM orders_lease WHERE fence = $6)')}`,
    values: [...peakValues(peaks), fence, at, JSON.stringify(seqs)],
  })
}

/**
 * Orders that are open or wait and were changed since an engine's progress: what came before their change did not find them as they are.
 * Changed since by its moment or, where a clock was set back, by its quote.
 */
export async function changedSince(db: Database, { at, seqs }: TakenQuotes): Promise<ChangedOrder[]> {
  const { rows } = await db.pool.query<{ id: string; code: string; at: bigint; seq: bigint | null }>(
    `SELECT o.id, o.code, e.at, watched.seq
       FROM orders_contracts o
      CROSS JOIN LATERAL (
        SELECT at, facts FROM orders_events
         WHERE order_id = o.id AND kind NOT IN ('swap', 'owe', 'dividend') ORDER BY number DESC LIMIT 1) e
      CROSS JOIN LATERAL (
        SELECT greatest((e.facts #>> '{quote,seq}')::bigint, (e.facts #>> '{since,seq}')::bigint) AS seq) watched
      WHERE o.status IN ('pending', 'open') AND (e.at >= $1 OR watched.seq > ($2::jsonb ->> o.code)::bigint)`,
    [at, JSON.stringify(seqs)],
  )
  const trailing = await trailingSince(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, code, at: changedAt, seq }) => {
    const set = trailing.get(id)
    const isNew = set !== undefined && (set.seq === null ? set.at >= at : set.seq > (seqs[code] ?? -1))
    return {
      id,
      from: { seq: seq === null ? null : Number(seq), at: Number(changedAt) },
      trailing: isNew ? set : null,
    }
  })
}

/** Of those of these orders that have a trailing stop, when it was set. */
async function trailingSince(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WatchedFrom>> {
  const { rows } = await db.pool.query<EventRow>(
    `SELECT e.* FROM orders_events e JOIN orders_contracts o ON o.id = e.order_id
      WHERE o.id = ANY ($1::uuid[]) AND o.trail_number IS NOT NULL ORDER BY e.number`,
    [ids],
  )
  const events = new Map<string, StatedEvent[]>()
  for (const row of rows) {
    const earlier = events.get(row.order_id)
    if (earlier === undefined) events.set(row.order_id, [statedEvent(row)])
    else earlier.push(statedEvent(row))
  }
  const since = new Map<string, WatchedFrom>()
  for (const [id, ofOrder] of events) {
    const set = watchedSince(ofOrder, Number.POSITIVE_INFINITY, 'trailing')
    if (set !== null) since.set(id, set)
  }
  return since
}
