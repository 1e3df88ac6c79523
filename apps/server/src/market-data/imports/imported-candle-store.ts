import { type CandleBar, candleOpenTime, type IntervalName, intervalMs, intervalNames } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { PackedCandle } from '../candles/packs/candle-pack.ts'
import { dropPacks, takePacks, withPacked } from '../candles/packs/candle-packs-store.ts'
import type { Series } from '../candles/series.ts'
import { type ImportedSource, importedSources } from '../markets-tables.ts'

/** One line of one chart that imported candles can be part of. */
export interface ImportedSeries extends Series {
  readonly source: ImportedSource
}

/** Returns true where a chart can have imported candles. */
export const takesImports = (series: Series): series is ImportedSeries =>
  importedSources.some((one) => one === series.source)

const minutesOf = (interval: IntervalName): number => intervalMs[interval] / minuteMs

/**
 * Writes candles of a file, and returns how many are new. Candles that quotes, exchanges or earlier files gave stay; one made of shorter
 * candles of a file gives way.
 */
export async function writeImported(
  tx: Tx,
  series: ImportedSeries,
  given: readonly CandleBar[],
): Promise<number> {
  const { code, source, interval } = series
  const bars = await withoutOwn(tx, series, given)
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return 0
  await unpackImported(tx, series, { from: first.openTime, to: last.openTime + 1 })
  const column = (field: keyof CandleBar) => bars.map((bar) => bar[field])
  const { numAffectedRows } = await sql`
    INSERT INTO markets_imported_candles AS i (code, source, interval, open_time, open, high, low, close, volume, base_minutes)
    SELECT ${code}::text, ${source}::text, ${interval}::text, f.*, ${minutesOf(interval)}::integer
      FROM unnest(${column('openTime')}::bigint[], ${column('open')}::float8[], ${column('high')}::float8[],
                  ${column('low')}::float8[], ${column('close')}::float8[], ${column('volume')}::float8[])
           f (open_time, open, high, low, close, volume)
     WHERE NOT EXISTS (SELECT FROM markets_candles c WHERE c.code = ${code} AND c.source = ${source}
                          AND c.interval = ${interval} AND c.open_time = f.open_time
                          AND c.open_time BETWEEN ${first.openTime}::bigint AND ${last.openTime}::bigint)
        ON CONFLICT (code, source, interval, open_time) DO UPDATE
       SET open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
           volume = excluded.volume, base_minutes = excluded.base_minutes
     WHERE i.base_minutes < excluded.base_minutes`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Leaves out candles that the chart has packed from quotes or an exchange. */
async function withoutOwn(
  tx: Tx,
  series: ImportedSeries,
  bars: readonly CandleBar[],
): Promise<readonly CandleBar[]> {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return bars
  const range = { from: first.openTime, to: last.openTime, limit: Number.MAX_SAFE_INTEGER }
  const own = new Set(
    (await withPacked(tx, { kind: 'own', ...series }, range, [])).map(({ openTime }) => openTime),
  )
  return bars.filter(({ openTime }) => !own.has(openTime))
}

/** Makes rows again of what is packed of a stretch. The packer leaves a chart alone while `lockImports` is held. */
async function unpackImported(
  tx: Tx,
  { code, source, interval }: ImportedSeries,
  stretch: { readonly from: number; readonly to: number },
): Promise<void> {
  for await (const candles of takePacks(tx, { kind: 'imported', code, source, interval }, stretch)) {
    const column = (field: keyof PackedCandle) => candles.map((candle) => candle[field])
    await sql`
      INSERT INTO markets_imported_candles (code, source, interval, open_time, open, high, low, close, volume, base_minutes)
      SELECT ${code}::text, ${source}::text, ${interval}::text, f.*
        FROM unnest(${column('openTime')}::bigint[], ${column('open')}::float8[], ${column('high')}::float8[],
                    ${column('low')}::float8[], ${column('close')}::float8[], ${column('volume')}::float8[],
                    ${column('baseMinutes')}::integer[])
             f (open_time, open, high, low, close, volume, base_minutes)
          ON CONFLICT DO NOTHING`.execute(tx)
  }
}

/** Intervals that are made of the candles of a file. */
export const longerThan = (interval: IntervalName): IntervalName[] =>
  intervalNames.filter((one) => intervalMs[one] > intervalMs[interval])

/**
 * Makes the longer candles that a stretch of a file's candles touches, from all imported candles of that length: whatever the order
 * of the files, the result is the same. Returns how many are new or changed.
 */
export async function makeLonger(
  tx: Tx,
  series: ImportedSeries,
  longer: IntervalName,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const { code, source, interval } = series
  const length = BigInt(intervalMs[longer])
  // Weeks begin on Monday: the first one opens this long after the epoch.
  const shift = BigInt(candleOpenTime(longer, intervalMs[longer]) % intervalMs[longer])
  const start = candleOpenTime(longer, from)
  const end = candleOpenTime(longer, to - 1) + intervalMs[longer]
  const base = minutesOf(interval)
  await unpackImported(tx, series, { from: start, to: end })
  await unpackImported(tx, { code, source, interval: longer }, { from: start, to: end })
  const { numAffectedRows } = await sql`
    INSERT INTO markets_imported_candles AS i (code, source, interval, open_time, open, high, low, close, volume, base_minutes)
    SELECT ${code}::text, ${source}::text, ${longer}::text, m.*, ${base}::integer FROM (
      SELECT (b.open_time - ${shift}::bigint) / ${length}::bigint * ${length}::bigint + ${shift}::bigint AS open_time,
             (array_agg(b.open ORDER BY b.open_time))[1], max(b.high), min(b.low),
             (array_agg(b.close ORDER BY b.open_time DESC))[1], sum(b.volume ORDER BY b.open_time)
        FROM markets_imported_candles b
       WHERE b.code = ${code} AND b.source = ${source} AND b.interval = ${interval} AND b.base_minutes = ${base}
         AND b.open_time >= ${start}::bigint AND b.open_time < ${end}::bigint
       GROUP BY 1) m
     WHERE NOT EXISTS (SELECT FROM markets_candles c WHERE c.code = ${code} AND c.source = ${source}
                          AND c.interval = ${longer} AND c.open_time = m.open_time
                          AND c.open_time BETWEEN ${start}::bigint AND ${end}::bigint)
        ON CONFLICT (code, source, interval, open_time) DO UPDATE
       SET open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
           volume = excluded.volume, base_minutes = excluded.base_minutes
     WHERE i.base_minutes <= excluded.base_minutes
       AND (i.open, i.high, i.low, i.close, i.volume, i.base_minutes) IS DISTINCT FROM
           (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume, excluded.base_minutes)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** The newest `limit` imported candles of a range (both ends included), oldest first. */
export async function importedPage(
  db: Database,
  series: ImportedSeries,
  range: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<CandleBar[]> {
  const { rows } = await db.pool.query<[number, number, number, number, number, number]>({
    name: 'markets-imported-page',
    text: `SELECT i.open_time::float8, open, high, low, close, volume FROM markets_imported_candles i
            WHERE code = $1 AND source = $2 AND interval = $3 AND i.open_time BETWEEN $4 AND $5
            ORDER BY i.open_time DESC LIMIT $6`,
    values: [series.code, series.source, series.interval, range.from, range.to, range.limit],
    rowMode: 'array',
  })
  const bars = rows
    .reverse()
    .map(([openTime, open, high, low, close, volume]) => ({ openTime, open, high, low, close, volume }))
  return withPacked(db.query, { kind: 'imported', ...series }, range, bars)
}

/** Deletes every imported candle of a market's chart, and the notes of their files. */
export async function removeImports(
  tx: Tx,
  { code, source }: Pick<ImportedSeries, 'code' | 'source'>,
): Promise<{ readonly candles: number; readonly files: number }> {
  await lockImports(tx, { code, source })
  const candles = await tx
    .deleteFrom('markets_imported_candles')
    .where('code', '=', code)
    .where('source', '=', source)
    .executeTakeFirst()
  const packed = await dropPacks(tx, { kind: 'imported', code, source })
  const files = await tx
    .deleteFrom('markets_imports')
    .where('code', '=', code)
    .where('source', '=', source)
    .executeTakeFirst()
  return { candles: Number(candles.numDeletedRows) + packed, files: Number(files.numDeletedRows) }
}

/** Lets one import at a time change a market's chart. */
export async function lockImports(
  tx: Tx,
  { code, source }: Pick<ImportedSeries, 'code' | 'source'>,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`markets_imports:${code}:${source}`}, 0))`.execute(
    tx,
  )
}

/** Returns true when this file was imported into this chart before. */
export async function isImported(
  reader: Reader,
  { code, source }: Pick<ImportedSeries, 'code' | 'source'>,
  sha256: Buffer,
): Promise<boolean> {
  const found = await reader
    .selectFrom('markets_imports')
    .select('id')
    .where('code', '=', code)
    .where('source', '=', source)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return found !== undefined
}
