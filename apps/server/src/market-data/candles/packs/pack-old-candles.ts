import type { CandleBar, IntervalName, QuoteSource } from '@candor/rules'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { ClockedDatabase, Database, Tx } from '../../../platform/database/database.ts'
import { forEachCase } from '../../../platform/jobs/for-each-case.ts'
import type { Job } from '../../../platform/jobs/timetable.ts'
import { type PackedCandle, packSpan, packStart } from './candle-pack.ts'
import {
  type CandleKind,
  lockPacks,
  mergedByTime,
  type PackedSeries,
  packedFrom,
  writePack,
} from './candle-packs-store.ts'

/** Days that candles stay rows: corrections, gaps and late files mostly concern newer ones. */
const daysAsRows = 35
const everyMs = hourMs
/** Packs of one line in a run: an hour's share of what an older installation has left, at a few ms each. */
const packsOfLine = 100
const mostLines = 10_000

const tables = { own: sql.raw('markets_candles'), imported: sql.raw('markets_imported_candles') } as const

/**
 * Job: packs candles older than 35 days, one stretch after the other, each whole in one transaction: a kill leaves its rows or its pack. The
 * newest stretch of a line stays rows, for a restart goes on from its last candle, and so do recordings and lines that an exchange's history
 * is filling.
 */
export const packOldCandles = (context: ClockedDatabase): Job => ({
  name: 'pack-candles',
  everyMs,
  run: () =>
    forEachCase(context, {
      job: 'pack-candles',
      atOnce: mostLines,
      find: () => linesToPack(context),
      move: (line) => packLine(context, line),
    }),
})

interface Line extends PackedSeries {
  readonly id: string
}

/** Open times of the first and the last row of a line. */
interface Bounds {
  readonly first: number
  readonly last: number
}

/** Before this moment candles are packed. */
const packedUntil = ({ clock }: ClockedDatabase): number => clock.now() - daysAsRows * dayMs

/** Returns the oldest stretch of a line's rows, if all of it is old enough and not the newest. */
function oldestStretch(
  interval: IntervalName,
  { first, last }: Bounds,
  until: number,
): { readonly from: number; readonly to: number } | null {
  const from = packStart(interval, first)
  const to = from + packSpan(interval)
  return to > until || to > packStart(interval, last) ? null : { from, to }
}

async function packLine(context: ClockedDatabase, line: Line): Promise<boolean> {
  const until = packedUntil(context)
  const { db } = context
  let packs = 0
  while (packs < packsOfLine && (await db.transaction((tx) => packOldest(tx, line, until)))) packs += 1
  return packs > 0
}

/** Lists the lines with a stretch to pack, but for those that are being filled. */
async function linesToPack(context: ClockedDatabase): Promise<Line[]> {
  const until = packedUntil(context)
  const ofBoth = await Promise.all([linesOf(context.db, 'own'), linesOf(context.db, 'imported')])
  return ofBoth.flat().filter((line) => oldestStretch(line.interval, line, until) !== null)
}

interface LineRow {
  readonly code: string
  readonly source: QuoteSource
  readonly interval: IntervalName
  readonly first: bigint
  readonly last: bigint
}

/** Steps through the key of a table, from line to line. */
async function linesOf(db: Database, kind: CandleKind): Promise<(Line & Bounds)[]> {
  const table = tables[kind]
  const { rows } = await sql<LineRow>`
    WITH RECURSIVE lines AS (
      (SELECT code, source, interval, open_time FROM ${table}
        ORDER BY code, source, interval, open_time LIMIT 1)
      UNION ALL
      SELECT next.code, next.source, next.interval, next.open_time FROM lines l CROSS JOIN LATERAL (
        SELECT c.code, c.source, c.interval, c.open_time FROM ${table} c
         WHERE (c.code, c.source, c.interval) > (l.code, l.source, l.interval)
         ORDER BY c.code, c.source, c.interval, c.open_time LIMIT 1) next
    )
    SELECT code, source, interval, open_time AS first, (
           SELECT max(c.open_time) FROM ${table} c
            WHERE c.code = l.code AND c.source = l.source AND c.interval = l.interval) AS last
      FROM lines l
     WHERE source <> 'replay' AND NOT EXISTS (
           SELECT FROM markets_backfills b
            WHERE b.code = l.code AND b.source = l.source AND b.interval = l.interval AND b.done_at IS NULL)`.execute(
    db.query,
  )
  return rows.map(({ code, source, interval, first, last }) => ({
    ...{ id: [kind, code, source, interval].join(' '), kind, code, source, interval },
    ...{ first: Number(first), last: Number(last) },
  }))
}

/** Packs the oldest stretch of a line that has rows; false: none is old enough, or a file is being imported into the chart. */
async function packOldest(tx: Tx, series: PackedSeries, until: number): Promise<boolean> {
  if (series.kind === 'imported' && !(await isFree(tx, series))) return false
  await lockPacks(tx, series.code)
  const bounds = await boundsOf(tx, series)
  if (bounds === null) return false
  const stretch = oldestStretch(series.interval, bounds, until)
  if (stretch === null) return false
  const rows = await takeRows(tx, series, stretch)
  const { from } = stretch
  await writePack(tx, series, from, mergedByTime(await packedFrom(tx, series, from), rows))
  return true
}

/** Returns false while a file is being imported into the chart; until the transaction ends none begins. */
async function isFree(tx: Tx, { code, source }: PackedSeries): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`markets_imports:${code}:${source}`}, 0)) AS free`.execute(
    tx,
  )
  return rows[0]?.free === true
}

async function boundsOf(tx: Tx, { kind, code, source, interval }: PackedSeries): Promise<Bounds | null> {
  const table = tables[kind]
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    SELECT min(open_time) AS first, max(open_time) AS last FROM ${table}
     WHERE code = ${code} AND source = ${source} AND interval = ${interval}`.execute(tx)
  const [found] = rows
  if (found === undefined || found.first === null || found.last === null) return null
  return { first: Number(found.first), last: Number(found.last) }
}

interface TakenRow extends Omit<CandleBar, 'openTime'> {
  readonly open_time: bigint
  readonly base_minutes?: number
}

async function takeRows(
  tx: Tx,
  { kind, code, source, interval }: PackedSeries,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PackedCandle[]> {
  const table = tables[kind]
  const columns = kind === 'own' ? sql`` : sql`, base_minutes`
  const { rows } = await sql<TakenRow>`
    DELETE FROM ${table} WHERE code = ${code} AND source = ${source} AND interval = ${interval}
       AND open_time >= ${from}::bigint AND open_time < ${to}::bigint
    RETURNING open_time, open, high, low, close, volume ${columns}`.execute(tx)
  return rows.map(({ open_time, open, high, low, close, volume, base_minutes }) => {
    const candle = { openTime: Number(open_time), open, high, low, close, volume }
    return base_minutes === undefined ? candle : { ...candle, baseMinutes: base_minutes }
  })
}
