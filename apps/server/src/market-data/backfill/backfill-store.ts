import type { CandleOrigin } from '@candor/contract'
import type { IntervalName } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import type { Stretch } from './history-source.ts'

/** Live series that an exchange's history can fill. */
export interface LiveSeries {
  readonly code: string
  readonly source: 'live' | 'delayed'
}

/** A stretch of one chart that is filled from its end back to its beginning. */
export interface Backfill extends LiveSeries, Stretch {
  readonly id: bigint
  readonly interval: IntervalName
  readonly why: 'past' | 'gap'
  readonly origin: CandleOrigin
  /** Filled from here to `to`. */
  readonly reached: number
  readonly candles: number
  readonly isDone: boolean
  /** The exchange's reason why it gives no candles now; null: none. */
  readonly refused: string | null
}

type NewBackfill = Pick<Backfill, 'code' | 'source' | 'interval' | 'why' | 'origin' | 'from' | 'to'>

/** Notes stretches to fill. A second past of a chart is left out; a gap in candles that were filled before is filled again. */
export async function noteBackfills(
  db: Database,
  stretches: readonly NewBackfill[],
  now: number,
): Promise<void> {
  if (stretches.length === 0) return
  const rows = stretches.map(({ from, to, ...rest }) => ({
    ...rest,
    from_time: BigInt(from),
    to_time: BigInt(to),
    reached: BigInt(to),
    asked_at: BigInt(now),
  }))
  const pasts = rows.filter(({ why }) => why === 'past')
  const gaps = rows.filter(({ why }) => why === 'gap')
  if (pasts.length > 0)
    await db.query
      .insertInto('markets_backfills')
      .values(pasts)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (gaps.length > 0)
    await db.query
      .insertInto('markets_backfills')
      .values(gaps)
      .onConflict((conflict) =>
        conflict
          .constraint('markets_backfills_once')
          .doUpdateSet((row) => ({ reached: row.ref('excluded.reached'), done_at: null, retry_at: null })),
      )
      .execute()
}

/** The stretch an exchange is asked for next: gaps first, then the chart with the fewest pages, in the order of `codes` and `intervals`. */
export async function nextBackfill(
  db: Database,
  choice: {
    readonly origin: CandleOrigin
    readonly codes: readonly string[]
    readonly intervals: readonly IntervalName[]
    readonly now: number
  },
): Promise<Backfill | null> {
  const { rows } = await db.pool.query<BackfillRow>(
    `SELECT * FROM markets_backfills
      WHERE origin = $1 AND done_at IS NULL AND code = ANY ($2) AND coalesce(retry_at, 0) <= $4
      ORDER BY why = 'past', pages, array_position($2, code), array_position($3, interval), to_time DESC LIMIT 1`,
    [choice.origin, choice.codes, choice.intervals, choice.now],
  )
  return rows.map(backfillOf)[0] ?? null
}

/** Notes how far a stretch is filled after one more page. */
export async function moveBackfill(
  db: Database,
  { id, from }: Backfill,
  page: { readonly reached: number; readonly candles: number; readonly now: number },
): Promise<void> {
  await db.query
    .updateTable('markets_backfills')
    .set((row) => ({
      reached: BigInt(page.reached),
      pages: row('pages', '+', 1),
      candles: row('candles', '+', BigInt(page.candles)),
      done_at: page.reached <= from ? BigInt(page.now) : null,
      refused: null,
      retry_at: null,
    }))
    .where('id', '=', id)
    .execute()
}

/** Notes that the exchange refused all that is open of a market, and when it is asked again. */
export async function refuseBackfills(
  db: Database,
  { code, origin }: Pick<Backfill, 'code' | 'origin'>,
  refused: string,
  retryAt: number,
): Promise<void> {
  await db.query
    .updateTable('markets_backfills')
    .set({ refused, retry_at: BigInt(retryAt) })
    .where('code', '=', code)
    .where('origin', '=', origin)
    .where('done_at', 'is', null)
    .execute()
}

/** Every stretch of one market's charts, or of all, oldest first. */
export async function listBackfills(db: Database, code?: string): Promise<Backfill[]> {
  const all = db.query.selectFrom('markets_backfills').selectAll().orderBy('code').orderBy('from_time')
  const rows = await (code === undefined ? all : all.where('code', '=', code)).execute()
  return rows.map(backfillOf)
}

interface BackfillRow {
  readonly id: bigint
  readonly code: string
  readonly source: 'live' | 'delayed'
  readonly interval: IntervalName
  readonly why: 'past' | 'gap'
  readonly origin: CandleOrigin
  readonly from_time: bigint
  readonly to_time: bigint
  readonly reached: bigint
  readonly candles: bigint
  readonly done_at: bigint | null
  readonly refused: string | null
}

const backfillOf = ({ from_time, to_time, reached, candles, done_at, ...row }: BackfillRow): Backfill => ({
  id: row.id,
  code: row.code,
  source: row.source,
  interval: row.interval,
  why: row.why,
  origin: row.origin,
  refused: row.refused,
  from: Number(from_time),
  to: Number(to_time),
  reached: Number(reached),
  candles: Number(candles),
  isDone: done_at !== null,
})
