import { type CandleBar, type IntervalName, intervalMs, type QuoteSource } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'

/** One line of one chart. */
export interface Series {
  readonly code: string
  readonly source: QuoteSource
  readonly interval: IntervalName
}

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

/** The newest `limit` candles of a range (both ends included), oldest first: one range of the primary key. */
export async function candlePage(
  db: Database,
  series: Series,
  range: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<CandleBar[]> {
  const { rows } = await db.pool.query<Row>({
    name: 'markets-candle-page',
    text: `SELECT ${columns} FROM markets_candles c
            WHERE code = $1 AND source = $2 AND interval = $3 AND c.open_time BETWEEN $4 AND $5
            ORDER BY c.open_time DESC LIMIT $6`,
    values: [series.code, series.source, series.interval, range.from, range.to, range.limit],
    rowMode: 'array',
  })
  return rows.reverse().map(barOf)
}

const texts = (candles: readonly StoredCandle[], field: 'code' | 'source' | 'interval') =>
  candles.map((candle) => candle[field])
const numbers = (
  candles: readonly StoredCandle[],
  field: 'openTime' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'through',
) => candles.map((candle) => candle[field])

/** Writes candles in one statement; those there already are replaced, or with `keep` left as they are. */
export async function writeCandles(
  db: Database,
  candles: readonly StoredCandle[],
  existing: 'replace' | 'keep' = 'replace',
): Promise<void> {
  if (candles.length === 0) return
  const conflict =
    existing === 'keep'
      ? 'DO NOTHING'
      : `(code, source, interval, open_time) DO UPDATE SET open = excluded.open, high = excluded.high,
         low = excluded.low, close = excluded.close, volume = excluded.volume, through = excluded.through`
  await db.pool.query({
    name: `markets-write-candles-${existing}`,
    text: `INSERT INTO markets_candles (code, source, interval, open_time, open, high, low, close, volume, through)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[],
                           $8::float8[], $9::float8[], $10::bigint[])
      ON CONFLICT ${conflict}`,
    values: [
      texts(candles, 'code'),
      texts(candles, 'source'),
      texts(candles, 'interval'),
      numbers(candles, 'openTime'),
      numbers(candles, 'open'),
      numbers(candles, 'high'),
      numbers(candles, 'low'),
      numbers(candles, 'close'),
      numbers(candles, 'volume'),
      numbers(candles, 'through'),
    ],
  })
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
  return rows[0]?.[0] ?? null
}
