import { type CandleBar, type IntervalName, intervalMs, type QuoteSource } from '@candor/rules'
import { sql } from 'kysely'
import type { Database, Reader } from '../../platform/database/database.ts'
import { lockPacks, oldestPacked, takePacks, withPacked } from './packs/candle-packs-store.ts'
import type { CandleRange, Series } from './series.ts'

export interface StoredCandle extends Series, CandleBar {
  /** The minutes up to here are in it, epoch ms. */
  readonly through: number
}

type Row = [number, number, number, number, number, number, number]

const barOf = ([openTime, open, high, low, close, volume]: Row): CandleBar => ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
})

// Order by `c.open_time`: the bare name would mean the float, which no index is on.
const columns = 'c.open_time::float8, open, high, low, close, volume, through::float8'

/** The newest `limit` candles of a range (both ends included), oldest first: one range of the primary key, and packs where it is old. */
export async function candlePage(db: Database, series: Series, range: CandleRange): Promise<CandleBar[]> {
  const { rows } = await db.pool.query<Row>({
    name: 'markets-candle-page',
    text: `SELECT ${columns} FROM markets_candles c
            WHERE code = $1 AND source = $2 AND interval = $3 AND c.open_time BETWEEN $4 AND $5
            ORDER BY c.open_time DESC LIMIT $6`,
    values: [series.code, series.source, series.interval, range.from, range.to, range.limit],
    rowMode: 'array',
  })
  return withPacked(db.query, { kind: 'own', ...series }, range, rows.reverse().map(barOf))
}

const texts = (candles: readonly StoredCandle[], field: 'code' | 'source' | 'interval') =>
  candles.map((candle) => candle[field])
const numbers = (
  candles: readonly StoredCandle[],
  field: 'openTime' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'through',
) => candles.map((candle) => candle[field])

type Existing = 'replace' | 'keep'

/** Writes candles in one statement; those there already are replaced, or with `keep` left as they are. None is old enough for a pack. */
export const writeCandles = (
  db: Database,
  candles: readonly StoredCandle[],
  existing: Existing = 'replace',
): Promise<void> => writeRows(db.query, candles, existing)

/** Writes candles of one line, of any age, like `writeCandles`: what is packed of their stretches becomes rows first. */
export async function writeOldCandles(
  db: Database,
  series: Series,
  bars: readonly CandleBar[],
  existing: Existing,
): Promise<void> {
  if (bars.length === 0) return
  const rowsOf = (candles: readonly CandleBar[]) =>
    candles.map((bar) => ({ ...series, ...bar, through: bar.openTime + intervalMs[series.interval] }))
  const times = bars.map(({ openTime }) => openTime)
  const stretch = { from: Math.min(...times), to: Math.max(...times) + 1 }
  await db.transaction(async (tx) => {
    await lockPacks(tx, series.code)
    for await (const packed of takePacks(tx, { kind: 'own', ...series }, stretch))
      await writeRows(tx, rowsOf(packed), 'keep')
    await writeRows(tx, rowsOf(bars), existing)
  })
}

async function writeRows(
  reader: Reader,
  candles: readonly StoredCandle[],
  existing: Existing,
): Promise<void> {
  if (candles.length === 0) return
  const conflict =
    existing === 'keep'
      ? sql`DO NOTHING`
      : sql`(code, source, interval, open_time) DO UPDATE SET open = excluded.open, high = excluded.high,
         low = excluded.low, close = excluded.close, volume = excluded.volume, through = excluded.through`
  await sql`
    INSERT INTO markets_candles (code, source, interval, open_time, open, high, low, close, volume, through)
    SELECT * FROM unnest(${texts(candles, 'code')}::text[], ${texts(candles, 'source')}::text[],
                         ${texts(candles, 'interval')}::text[], ${numbers(candles, 'openTime')}::bigint[],
                         ${numbers(candles, 'open')}::float8[], ${numbers(candles, 'high')}::float8[],
                         ${numbers(candles, 'low')}::float8[], ${numbers(candles, 'close')}::float8[],
                         ${numbers(candles, 'volume')}::float8[], ${numbers(candles, 'through')}::bigint[])
        ON CONFLICT ${conflict}`.execute(reader)
}

/** The newest kept candle of each interval of each market and source: what a restart goes on from. */
export async function newestCandles(db: Database): Promise<StoredCandle[]> {
  const { rows } = await db.pool.query<[string, QuoteSource, IntervalName, ...Row]>({
    text: `WITH RECURSIVE series AS (
        (SELECT code, source, interval FROM markets_candles ORDER BY code, source, interval LIMIT 1)
        UNION ALL
        SELECT next.code, next.source, next.interval FROM series s CROSS JOIN LATERAL (
          SELECT c.code, c.source, c.interval FROM markets_candles c
           WHERE (c.code, c.source, c.interval) > (s.code, s.source, s.interval)
           ORDER BY c.code, c.source, c.interval LIMIT 1) next
      )
      SELECT s.code, s.source, s.interval, newest.* FROM series s CROSS JOIN LATERAL (
        SELECT ${columns} FROM markets_candles c
         WHERE c.code = s.code AND c.source = s.source AND c.interval = s.interval
         ORDER BY c.open_time DESC LIMIT 1) newest`,
    rowMode: 'array',
  })
  return rows.map(([code, source, interval, ...row]) => ({
    code,
    source,
    interval,
    ...barOf(row),
    through: row[6],
  }))
}

/** The minutes of a market and source from an instant on, oldest first. */
export function minutesFrom(db: Database, code: string, source: QuoteSource, from: number) {
  const limit = 7 * 24 * 60
  const to = from + limit * intervalMs['1m']
  return candlePage(db, { code, source, interval: '1m' }, { from, to, limit })
}

/** Deletes the chart of a recording that restarts. */
export async function dropCandles(db: Database, code: string, source: QuoteSource): Promise<void> {
  await db.query.deleteFrom('markets_candles').where('code', '=', code).where('source', '=', source).execute()
}

/** Open time of the oldest one-minute candle of a market and source; null: none. */
export async function oldestMinute(db: Database, code: string, source: QuoteSource): Promise<number | null> {
  const { rows } = await db.pool.query<[number]>({
    text: `SELECT c.open_time::float8 FROM markets_candles c
            WHERE code = $1 AND source = $2 AND interval = '1m' ORDER BY c.open_time LIMIT 1`,
    values: [code, source],
    rowMode: 'array',
  })
  const row = rows[0]?.[0] ?? null
  const packed = await oldestPacked(db.query, { kind: 'own', code, source, interval: '1m' })
  return row === null || packed === null ? (row ?? packed) : Math.min(row, packed)
}
