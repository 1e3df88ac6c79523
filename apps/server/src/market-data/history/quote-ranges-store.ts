import type { Price } from '@candor/money'
import { type QuoteExtremes, type QuoteRange, rangeLine } from '@candor/rules'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { readTogetherFrom } from '../../platform/database/read-together.ts'
import { sha256 } from '../../platform/sha256.ts'
import { dropChunks, type PackedTicks, writeTicks } from './quote-ticks-store.ts'
import { foundByKey, requestedSeqs, type Seqs, seqsKey, seqsValues } from './read-by-seqs.ts'

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
  await dropChunks(client, minutes)
  await writeTicks(client, ticks)
  await client.query({
    name: 'markets-write-minutes',
    text: `INSERT INTO markets_quote_minutes (code, first_seq, last_seq, minute, count, any_ext, real_ext, content)
      SELECT code, first_seq, last_seq, at, count, any_ext, real_ext, content FROM ${recordset} ON CONFLICT DO NOTHING`,
    values: [jsonOf(minutes, minuteMs)],
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
  seqs: Seqs,
): Promise<QuoteRange[]> {
  const read = span === 'minute' ? minutesWithin : hoursWithin
  return (await read(db, seqsKey(code, seqs))) ?? []
}

/** An export proves many receipts at once. */
const within = (span: 'minute' | 'hour') =>
  readTogetherFrom(async (db: Database, keys) => {
    const [table, unit] =
      span === 'minute' ? ['markets_quote_minutes', 'minute'] : ['markets_quote_hours', 'hour']
    const { rows } = await db.pool.query<RangeRow & { key: string }>({
      name: `markets-${span}-ranges`,
      text: `SELECT a.key, r.code, first_seq, last_seq, ${unit} AS at, count, any_ext, real_ext, content
               FROM ${requestedSeqs} CROSS JOIN LATERAL (
                 SELECT * FROM ${table} WHERE code = a.code AND first_seq BETWEEN a.low AND a.high AND last_seq <= a.high) r
              ORDER BY a.key, first_seq`,
      values: seqsValues(keys),
    })
    return foundByKey(rows, (row) => rangeOfRow(span, row))
  })
const minutesWithin = within('minute')
const hoursWithin = within('hour')

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

/** Numbers that runs began with, from one number up to another: there a market's numbers jump. */
export async function runsBetween(db: Database, after: number, through: number): Promise<number[]> {
  return (await runs(db, seqsKey('', { from: after, to: through }))) ?? []
}

const runs = readTogetherFrom(async (db: Database, keys) => {
  const { rows } = await db.pool.query<{ key: string; first_seq: bigint }>({
    name: 'markets-runs-between',
    text: `SELECT a.key, r.first_seq FROM ${requestedSeqs}
             JOIN markets_runs r ON r.first_seq > a.low AND r.first_seq <= a.high ORDER BY a.key, r.first_seq`,
    values: seqsValues(keys),
  })
  return foundByKey(rows, ({ first_seq }) => Number(first_seq))
})
