import type { Database } from '../../platform/database/database.ts'
import { insertPeaks, peakValues, type RecordedPeak } from '../orders/open-orders-store.ts'

/** Progress of an engine: by market, the number of the newest quote whose decisions were all in the database at `at` (epoch ms). */
export interface TakenQuotes {
  readonly at: number
  readonly seqs: Readonly<Record<string, number>>
}

/** Start of an order's watch on its present levels: after this quote of its market, or after this moment where no quote is recorded. */
export interface WatchedFrom {
  readonly seq: number | null
  readonly at: number
}

/** Null before an engine wrote any. */
export async function readTaken(db: Database): Promise<TakenQuotes | null> {
  const { rows } = await db.pool.query<{ at: bigint; seqs: Record<string, number> }>(
    'SELECT at, seqs FROM orders_quotes_taken',
  )
  const [row] = rows
  return row === undefined ? null : { at: Number(row.at), seqs: row.seqs }
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
 * Orders that are open or wait and were changed since an engine's progress, by id: what came before their change did not find them as they
 * are. Changed since by its moment or, where a clock was set back, by its quote.
 */
export async function changedSince(
  db: Database,
  { at, seqs }: TakenQuotes,
): Promise<ReadonlyMap<string, WatchedFrom>> {
  const { rows } = await db.pool.query<{ id: string; at: bigint; seq: bigint | null }>(
    `SELECT o.id, e.at, watched.seq
       FROM orders_contracts o JOIN orders_events e ON e.order_id = o.id AND e.number = o.events
      CROSS JOIN LATERAL (
        SELECT greatest((e.facts #>> '{quote,seq}')::bigint, (e.facts #>> '{since,seq}')::bigint) AS seq) watched
      WHERE o.status IN ('pending', 'open') AND (e.at >= $1 OR watched.seq > ($2::jsonb ->> o.code)::bigint)`,
    [at, JSON.stringify(seqs)],
  )
  return new Map(
    rows.map(({ id, at: changedAt, seq }) => [
      id,
      { at: Number(changedAt), seq: seq === null ? null : Number(seq) },
    ]),
  )
}
