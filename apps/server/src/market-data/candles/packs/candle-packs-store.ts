import type { CandleBar, IntervalName } from '@candor/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { CandleRange, Series } from '../series.ts'
import { type PackedCandle, packCandles, unpackCandles } from './candle-pack.ts'
import { afterSplits } from './packed-splits.ts'

/** Two tables of candles have packs: those of quotes and exchanges (`own`), and those of files. */
export type CandleKind = 'own' | 'imported'

/** A chart's line, in one of the two tables. */
export interface PackedSeries extends Series {
  readonly kind: CandleKind
}

/** Packs read in one statement: two hold a page of a market that is always open. */
const packsAtOnce = 2

interface PackRow {
  readonly from_time: bigint
  readonly packed: Buffer
  /** Old and fresh of each split since the pack was written, oldest first. */
  readonly splits: readonly bigint[]
}

const packColumns = sql`p.from_time, p.packed, ARRAY(
  SELECT unnest(ARRAY[s.old, s.fresh]) FROM markets_chart_splits s
   WHERE s.code = p.code AND s.id > p.split_id ORDER BY s.id) AS splits`

const isOf = ({ kind, code, source, interval }: PackedSeries): RawBuilder<boolean> =>
  sql`p.kind = ${kind} AND p.code = ${code} AND p.source = ${source} AND p.interval = ${interval}`

/**
 * Adds the packed candles of a range to the newest rows of it (oldest first, at most `limit`), and returns the newest `limit` of both.
 * Where both have a candle the row counts.
 */
export async function withPacked(
  reader: Reader,
  series: PackedSeries,
  { from, to, limit }: CandleRange,
  rows: readonly CandleBar[],
): Promise<CandleBar[]> {
  const [oldestRow] = rows
  const least = rows.length >= limit && oldestRow !== undefined ? oldestRow.openTime : from
  const packed = await newestPacked(reader, series, { from: least, to, limit })
  if (packed.length === 0) return [...rows]
  return mergedByTime(packed, rows).slice(-limit)
}

/** Joins candles of one line, oldest first; of two that open at the same time the second counts. */
export function mergedByTime<Bar extends CandleBar>(under: readonly Bar[], over: readonly Bar[]): Bar[] {
  const byTime = new Map([...under, ...over].map((bar) => [bar.openTime, bar]))
  return [...byTime.values()].sort((a, b) => a.openTime - b.openTime)
}

async function newestPacked(
  reader: Reader,
  series: PackedSeries,
  { from, to, limit }: CandleRange,
): Promise<CandleBar[]> {
  let found: CandleBar[] = []
  let before = to
  while (found.length < limit) {
    const { rows } = await sql<PackRow>`
      SELECT ${packColumns} FROM markets_candle_packs p
       WHERE ${isOf(series)} AND p.from_time <= ${before}::bigint AND p.last_time >= ${from}::bigint
       ORDER BY p.from_time DESC LIMIT ${packsAtOnce}`.execute(reader)
    for (const row of rows) {
      const candles = await candlesOf(series.interval, row)
      found = [...candles.filter(({ openTime }) => openTime >= from && openTime <= to).map(barOf), ...found]
      before = Number(row.from_time) - 1
    }
    if (rows.length < packsAtOnce) break
  }
  return found
}

const barOf = ({ openTime, open, high, low, close, volume }: CandleBar): CandleBar => ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
})

/** Reads the candles of a pack at the scale that they have after the splits since. */
async function candlesOf(
  interval: IntervalName,
  { from_time, splits, packed }: PackRow,
): Promise<PackedCandle[]> {
  const candles = await unpackCandles(interval, Number(from_time), packed)
  return splits.length === 0 ? candles : candles.map((candle) => afterSplits(candle, splits))
}

/** Reads the open time of the oldest packed candle of a line; null: none is packed. */
export async function oldestPacked(reader: Reader, series: PackedSeries): Promise<number | null> {
  const { rows } = await sql<{ first: bigint | null }>`
    SELECT min(p.first_time) AS first FROM markets_candle_packs p WHERE ${isOf(series)}`.execute(reader)
  const first = rows[0]?.first ?? null
  return first === null ? null : Number(first)
}

/** Lets one writer at a time change what of a market is packed or about to be; a split takes the same lock. Held for moments only. */
export async function lockPacks(tx: Tx, code: string): Promise<void> {
  await sql`SELECT markets_lock_packs(${code})`.execute(tx)
}

/** Returns the number of a market's newest split: what is read afterwards in the same lock is at its scale. */
export async function newestSplit(reader: Reader, code: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT coalesce(max(id), 0) AS id FROM markets_chart_splits WHERE code = ${code}`.execute(reader)
  return rows[0]?.id ?? 0n
}

/** Reads the packed candles of the stretch that begins at `start`. */
export async function packedFrom(tx: Tx, series: PackedSeries, start: number): Promise<PackedCandle[]> {
  const { rows } = await sql<PackRow>`
    SELECT ${packColumns} FROM markets_candle_packs p
     WHERE ${isOf(series)} AND p.from_time = ${start}::bigint`.execute(tx)
  const [row] = rows
  return row === undefined ? [] : candlesOf(series.interval, row)
}

/** Writes the pack of a stretch in the place of an older one. `candles` are all of it, oldest first, and at least one. */
export async function writePack(
  tx: Tx,
  series: PackedSeries,
  start: number,
  candles: readonly PackedCandle[],
): Promise<void> {
  const packed = await packCandles(series.interval, start, candles)
  await sql`
    INSERT INTO markets_candle_packs (kind, code, source, interval, from_time, first_time, last_time, candles, split_id, packed)
    VALUES (${series.kind}, ${series.code}, ${series.source}, ${series.interval}, ${start}::bigint,
            ${candles[0]?.openTime}::bigint, ${candles.at(-1)?.openTime}::bigint, ${candles.length},
            ${await newestSplit(tx, series.code)}::bigint, ${packed})
        ON CONFLICT (kind, code, source, interval, from_time) DO UPDATE
       SET first_time = excluded.first_time, last_time = excluded.last_time, candles = excluded.candles,
           split_id = excluded.split_id, packed = excluded.packed`.execute(tx)
}

/**
 * Takes the packs that a stretch touches out of the table, and yields their candles, one pack after the other, for a writer who puts them
 * back as rows.
 */
export async function* takePacks(
  tx: Tx,
  series: PackedSeries,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<PackedCandle[]> {
  for (;;) {
    const { rows } = await sql<PackRow>`
      DELETE FROM markets_candle_packs p
       WHERE ${isOf(series)} AND p.from_time = (
             SELECT min(p.from_time) FROM markets_candle_packs p
              WHERE ${isOf(series)} AND p.from_time < ${to}::bigint AND p.last_time >= ${from}::bigint)
      RETURNING ${packColumns}`.execute(tx)
    const [row] = rows
    if (row === undefined) return
    yield await candlesOf(series.interval, row)
  }
}

/** Deletes every pack of a market's chart in one of the two tables, and returns how many candles were in them. */
export async function dropPacks(
  tx: Reader,
  { kind, code, source }: Omit<PackedSeries, 'interval'>,
): Promise<number> {
  const dropped = await tx
    .deleteFrom('markets_candle_packs')
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('source', '=', source)
    .returning('candles')
    .execute()
  return dropped.reduce((sum, { candles }) => sum + candles, 0)
}
