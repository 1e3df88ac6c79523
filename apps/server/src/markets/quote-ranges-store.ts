import type { Price } from '@candor/money'
import { type Counted, type QuoteExtremes, type QuoteRange, rangeLine } from '@candor/rules'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { readTogetherFrom, rowsBy } from '../db/read-together.ts'
import { sha256 } from '../sha256.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** Packed quotes: a whole minute, or a chunk of the one that is forming. */
export interface PackedTicks {
  readonly code: string
  readonly first: number
  readonly last: number
  readonly minute: number
  /** The latest moment that one of them was received; not always the last one's: clocks are set. */
  readonly until: number
  readonly closed: boolean
  readonly packed: Buffer
}

interface RangeRow {
  readonly code: string
  readonly first_seq: bigint
  readonly last_seq: bigint
  readonly at: bigint
  readonly count: number
  readonly any_ext: readonly bigint[] | null
  readonly real_ext: readonly bigint[] | null
  readonly content: string
}

const extremesOfRow = (row: readonly bigint[] | null): QuoteExtremes | null => {
  if (row === null) return null
  const [bidLow, bidHigh, askLow, askHigh, bidFall = 0n, askRise = 0n] = row as readonly Price[]
  if (bidLow === undefined || bidHigh === undefined || askLow === undefined || askHigh === undefined)
    throw new Error('a range has four extremes')
  return { bidLow, bidHigh, askLow, askHigh, bidFall, askRise }
}

const rangeOfRow = (span: 'minute' | 'hour', row: RangeRow): QuoteRange => ({
  code: row.code,
  span,
  from: Number(row.at) * (span === 'minute' ? minuteMs : hourMs),
  first: Number(row.first_seq),
  last: Number(row.last_seq),
  count: row.count,
  any: extremesOfRow(row.any_ext),
  real: extremesOfRow(row.real_ext),
  content: row.content,
})

const asArray = (extremes: QuoteExtremes | null): string[] | null =>
  extremes &&
  [
    extremes.bidLow,
    extremes.bidHigh,
    extremes.askLow,
    extremes.askHigh,
    extremes.bidFall,
    extremes.askRise,
  ].map(String)

const jsonOf = (ranges: readonly QuoteRange[], unitMs: number): string =>
  JSON.stringify(
    ranges.map((range) => ({
      code: range.code,
      first_seq: range.first,
      last_seq: range.last,
      at: range.from / unitMs,
      count: range.count,
      any_ext: asArray(range.any),
      real_ext: asArray(range.real),
      content: range.content,
      hash: sha256(rangeLine(range)),
    })),
  )

const recordset = `jsonb_to_recordset($1::jsonb) AS r (code text, first_seq bigint, last_seq bigint, at bigint, count integer,
  any_ext bigint[], real_ext bigint[], content text, hash text)`

/** Writes finished minutes, with their quotes in the place of the chunks they were kept in; writing twice is writing once. */
export async function writeMinutes(
  client: pg.PoolClient,
  minutes: readonly QuoteRange[],
  ticks: readonly PackedTicks[],
): Promise<void> {
  if (minutes.length === 0) return
  await client.query({
    name: 'markets-drop-chunks',
    text: `DELETE FROM markets_quote_ticks t USING unnest($1::text[], $2::bigint[], $3::bigint[]) m (code, first_seq, last_seq)
            WHERE t.code = m.code AND t.first_seq BETWEEN m.first_seq AND m.last_seq AND NOT t.closed`,
    values: [
      minutes.map(({ code }) => code),
      minutes.map(({ first }) => first),
      minutes.map(({ last }) => last),
    ],
  })
  await writeTicks(client, ticks)
  await client.query({
    name: 'markets-write-minutes',
    text: `INSERT INTO markets_quote_minutes (code, first_seq, last_seq, minute, count, any_ext, real_ext, content)
      SELECT code, first_seq, last_seq, at, count, any_ext, real_ext, content FROM ${recordset} ON CONFLICT DO NOTHING`,
    values: [jsonOf(minutes, minuteMs)],
  })
}

export async function writeTicks(
  client: Pick<pg.PoolClient, 'query'>,
  ticks: readonly PackedTicks[],
): Promise<void> {
  if (ticks.length === 0) return
  await client.query({
    name: 'markets-write-ticks',
    // A chunk whose commit was not acknowledged is written again, with what came since.
    text: `INSERT INTO markets_quote_ticks AS t (code, first_seq, last_seq, minute, until, closed, packed)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[], $7::bytea[])
      ON CONFLICT (code, first_seq) DO UPDATE SET last_seq = excluded.last_seq, until = excluded.until, packed = excluded.packed
       WHERE NOT t.closed`,
    values: [
      ticks.map(({ code }) => code),
      ticks.map(({ first }) => first),
      ticks.map(({ last }) => last),
      ticks.map(({ minute }) => minute),
      ticks.map(({ until }) => until),
      ticks.map(({ closed }) => closed),
      ticks.map(({ packed }) => packed),
    ],
  })
}

export async function writeHours(
  client: Pick<pg.PoolClient, 'query'>,
  hours: readonly QuoteRange[],
): Promise<void> {
  if (hours.length === 0) return
  await client.query({
    name: 'markets-write-hours',
    text: `INSERT INTO markets_quote_hours (code, first_seq, last_seq, hour, count, any_ext, real_ext, content, hash)
      SELECT code, first_seq, last_seq, at, count, any_ext, real_ext, content, hash FROM ${recordset} ON CONFLICT DO NOTHING`,
    values: [jsonOf(hours, hourMs)],
  })
}

/** Ranges of a market that lie wholly within these numbers, in their order. */
export async function rangesWithin(
  db: Database,
  span: 'minute' | 'hour',
  code: string,
  seqs: { readonly from: number; readonly to: number },
): Promise<QuoteRange[]> {
  const read = span === 'minute' ? minutesWithin : hoursWithin
  return (await read(db, keyOf(code, seqs))) ?? []
}

/** An export proves many receipts at once. */
const within = (span: 'minute' | 'hour') =>
  readTogetherFrom(async (db: Database, keys) => {
    const [table, unit] =
      span === 'minute' ? ['markets_quote_minutes', 'minute'] : ['markets_quote_hours', 'hour']
    const { rows } = await db.pool.query<RangeRow & { key: string }>({
      name: `markets-${span}-ranges`,
      text: `SELECT a.key, r.code, first_seq, last_seq, ${unit} AS at, count, any_ext, real_ext, content
               FROM ${asked} CROSS JOIN LATERAL (
                 SELECT * FROM ${table} WHERE code = a.code AND first_seq BETWEEN a.low AND a.high AND last_seq <= a.high) r
              ORDER BY a.key, first_seq`,
      values: askedValues(keys),
    })
    return ofKeys(rows, (row) => rangeOfRow(span, row))
  })
const minutesWithin = within('minute')
const hoursWithin = within('hour')

/** Requested numbers of a market, from one to another. */
type Seqs = { readonly from: number; readonly to: number }
const keyOf = (code: string, { from, to }: Seqs): string => `${code} ${from} ${to}`
const asked = 'unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) a (key, code, low, high)'

function askedValues(keys: readonly string[]): unknown[] {
  const parts = keys.map((key) => key.split(' '))
  return [keys, ...[0, 1, 2].map((at) => parts.map((part) => part[at]))]
}

const ofKeys = <Row extends { readonly key: string }, Found>(
  rows: readonly Row[],
  read: (row: Row) => Found,
): Map<string, Found[]> =>
  new Map([...rowsBy(rows, ({ key }) => key)].map(([key, own]) => [key, own.map(read)]))

/** Ranges of a market that begin from one moment to another (epoch ms, both inclusive), in their order. */
export async function rangesOfTime(
  db: Database,
  span: 'minute' | 'hour',
  code: string,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<QuoteRange[]> {
  const [table, unit, unitMs] =
    span === 'minute'
      ? ['markets_quote_minutes', 'minute', minuteMs]
      : ['markets_quote_hours', 'hour', hourMs]
  const { rows } = await db.pool.query<RangeRow>({
    name: `markets-${span}s-of-time`,
    text: `SELECT code, first_seq, last_seq, ${unit} AS at, count, any_ext, real_ext, content FROM ${table}
            WHERE code = $1 AND ${unit} BETWEEN $2 AND $3 ORDER BY ${unit}, first_seq LIMIT $4`,
    values: [code, Math.ceil(from / unitMs), Math.floor(to / unitMs), limit],
  })
  return rows.map((row) => rangeOfRow(span, row))
}

/** Minutes of every market that belong to no hour row yet and are older than this hour, in their order. */
export async function minutesWithoutHour(
  client: Pick<pg.Pool, 'query'>,
  beforeHour: number,
): Promise<QuoteRange[]> {
  const { rows } = await client.query<RangeRow>({
    name: 'markets-minutes-without-hour',
    text: `WITH RECURSIVE codes AS (
        (SELECT code FROM markets_quote_minutes ORDER BY code LIMIT 1)
        UNION ALL
        SELECT next.code FROM codes c CROSS JOIN LATERAL (
          SELECT code FROM markets_quote_minutes m WHERE m.code > c.code ORDER BY code LIMIT 1) next)
      SELECT m.code, m.first_seq, m.last_seq, m.minute AS at, m.count, m.any_ext, m.real_ext, m.content
        FROM codes c CROSS JOIN LATERAL (
          SELECT * FROM markets_quote_minutes m WHERE m.code = c.code AND m.minute < $1 * 60
             AND m.first_seq > coalesce((SELECT max(last_seq) FROM markets_quote_hours h WHERE h.code = c.code), -1)
           ORDER BY m.first_seq) m`,
    values: [beforeHour],
  })
  return rows.map((row) => rangeOfRow('minute', row))
}

interface TicksRow {
  readonly code: string
  readonly first_seq: bigint
  readonly last_seq: bigint
  readonly minute: bigint
  readonly until: bigint
  readonly closed: boolean
  readonly packed: Buffer
}

const ticksOfRow = (row: TicksRow): PackedTicks => ({
  code: row.code,
  first: Number(row.first_seq),
  last: Number(row.last_seq),
  minute: Number(row.minute),
  until: Number(row.until),
  closed: row.closed,
  packed: row.packed,
})

/** Packed quotes of a market that overlap these numbers, in their order. */
export async function ticksOverlapping(
  db: Database,
  code: string,
  seqs: { readonly from: number; readonly to: number },
): Promise<PackedTicks[]> {
  return (await overlapping(db, keyOf(code, seqs))) ?? []
}

const overlapping = readTogetherFrom(async (db: Database, keys) => {
  const { rows } = await db.pool.query<TicksRow & { key: string }>({
    name: 'markets-ticks-overlapping',
    text: `SELECT a.key, t.* FROM ${asked} CROSS JOIN LATERAL (
             SELECT * FROM markets_quote_ticks WHERE code = a.code AND first_seq <= a.high AND first_seq >= coalesce(
               (SELECT max(first_seq) FROM markets_quote_ticks WHERE code = a.code AND first_seq <= a.low), a.low)
                AND last_seq >= a.low) t ORDER BY a.key, t.first_seq`,
    values: askedValues(keys),
  })
  return ofKeys(rows, ticksOfRow)
})

/** Chunks that a process left without finishing their minute. */
export async function leftChunks(db: Database): Promise<PackedTicks[]> {
  const { rows } = await db.pool.query<TicksRow>(
    'SELECT * FROM markets_quote_ticks WHERE NOT closed ORDER BY code, first_seq',
  )
  return rows.map(ticksOfRow)
}

/**
 * Packed quotes of a market between these numbers in which the last one before a moment (epoch ms) is found, the newest first: back to those
 * that ended before it. While a minute is forming it is written in parts, and any number of them may have come after the moment.
 */
export async function ticksUpTo(
  db: Database,
  code: string,
  range: { readonly from: number; readonly to: number; readonly at: number },
): Promise<PackedTicks[]> {
  const { rows } = await db.pool.query<TicksRow>({
    name: 'markets-ticks-up-to',
    text: `SELECT * FROM markets_quote_ticks WHERE code = $1 AND first_seq <= $3 AND last_seq >= $2 AND minute <= $4
              AND first_seq >= coalesce((SELECT first_seq FROM markets_quote_ticks
                    WHERE code = $1 AND first_seq <= $3 AND last_seq >= $2 AND minute <= $4 AND until < $5
                    ORDER BY first_seq DESC LIMIT 1), 0)
            ORDER BY first_seq DESC`,
    values: [code, range.from, range.to, Math.floor((range.at - 1) / minuteMs), range.at],
  })
  return rows.map(ticksOfRow)
}

/**
 * The packed quotes of a market after one number and up to another in which the first one that reaches a moment (epoch ms) may be found, and the
 * number right before them. Null when none reaches it.
 */
export async function ticksReaching(
  db: Database,
  code: string,
  range: { readonly after: number; readonly to: number; readonly at: number },
): Promise<{ readonly ticks: PackedTicks; readonly before: number } | null> {
  const { rows } = await db.pool.query<TicksRow & { before: bigint | null }>({
    name: 'markets-ticks-reaching',
    text: `SELECT t.*, (SELECT last_seq FROM markets_quote_ticks
                         WHERE code = t.code AND first_seq < t.first_seq ORDER BY first_seq DESC LIMIT 1) AS before
             FROM markets_quote_ticks t
            WHERE code = $1 AND last_seq > $2 AND first_seq <= $3 AND until >= $4
              AND first_seq >= coalesce((SELECT max(first_seq) FROM markets_quote_ticks WHERE code = $1 AND first_seq <= $2), 0)
            ORDER BY first_seq LIMIT 1`,
    values: [code, range.after, range.to, range.at],
  })
  const [row] = rows
  return row === undefined ? null : { ticks: ticksOfRow(row), before: Number(row.before ?? 0) }
}

/** Packed quotes of a market after a number and of these minutes, in their order. */
export async function ticksOfMinutes(
  db: Database,
  code: string,
  range: { readonly after: number; readonly from: number; readonly to: number },
): Promise<PackedTicks[]> {
  const { rows } = await db.pool.query<TicksRow>({
    name: 'markets-ticks-of-minutes',
    text: `SELECT * FROM markets_quote_ticks WHERE code = $1 AND last_seq > $2 AND minute BETWEEN $3 AND $4
              AND first_seq >= coalesce((SELECT max(first_seq) FROM markets_quote_ticks WHERE code = $1 AND first_seq <= $2), 0)
            ORDER BY first_seq`,
    values: [code, range.after, range.from, range.to],
  })
  return rows.map(ticksOfRow)
}

const blocksAtOnce = 32

/**
 * Packed quotes of a market below a number that came before a moment (epoch ms), the newest first and some at once: chunks, whose quotes
 * are not known, and finished minutes in which a counted quote could fill an order.
 */
export async function ticksInHours(
  db: Database,
  code: string,
  { below, before, counted }: { readonly below: number; readonly before: number; readonly counted: Counted },
): Promise<PackedTicks[]> {
  const { rows } = await db.pool.query<TicksRow>({
    name: `markets-ticks-in-hours-${counted}`,
    text: `SELECT * FROM markets_quote_ticks t WHERE code = $1 AND first_seq < $2 AND minute <= $3
              AND (NOT closed OR EXISTS (SELECT FROM markets_quote_minutes m
                    WHERE m.code = t.code AND m.first_seq = t.first_seq AND m.${counted}_ext IS NOT NULL))
            ORDER BY first_seq DESC LIMIT ${blocksAtOnce}`,
    values: [code, below, Math.floor((before - 1) / minuteMs)],
  })
  return rows.map(ticksOfRow)
}

/** Numbers that runs began with, from one number up to another: there a market's numbers jump. */
export async function runsBetween(db: Database, after: number, through: number): Promise<number[]> {
  return (await runs(db, keyOf('', { from: after, to: through }))) ?? []
}

const runs = readTogetherFrom(async (db: Database, keys) => {
  const { rows } = await db.pool.query<{ key: string; first_seq: bigint }>({
    name: 'markets-runs-between',
    text: `SELECT a.key, r.first_seq FROM ${asked}
             JOIN markets_runs r ON r.first_seq > a.low AND r.first_seq <= a.high ORDER BY a.key, r.first_seq`,
    values: askedValues(keys),
  })
  return ofKeys(rows, ({ first_seq }) => Number(first_seq))
})
