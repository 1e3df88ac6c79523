import type { Counted, QuoteRange } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { readTogetherFrom } from '../../platform/database/read-together.ts'
import { foundByKey, requestedSeqs, type Seqs, seqsKey, seqsValues } from './read-by-seqs.ts'

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

/** Removes the chunks that finished minutes were kept in while they were forming. */
export async function dropChunks(client: pg.PoolClient, minutes: readonly QuoteRange[]): Promise<void> {
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
export async function ticksOverlapping(db: Database, code: string, seqs: Seqs): Promise<PackedTicks[]> {
  return (await overlapping(db, seqsKey(code, seqs))) ?? []
}

const overlapping = readTogetherFrom(async (db: Database, keys) => {
  const { rows } = await db.pool.query<TicksRow & { key: string }>({
    name: 'markets-ticks-overlapping',
    text: `SELECT a.key, t.* FROM ${requestedSeqs} CROSS JOIN LATERAL (
             SELECT * FROM markets_quote_ticks WHERE code = a.code AND first_seq <= a.high AND first_seq >= coalesce(
               (SELECT max(first_seq) FROM markets_quote_ticks WHERE code = a.code AND first_seq <= a.low), a.low)
                AND last_seq >= a.low) t ORDER BY a.key, t.first_seq`,
    values: seqsValues(keys),
  })
  return foundByKey(rows, ticksOfRow)
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

/** Packed quotes of a market of these minutes alone, in their order. */
export async function ticksOfSingleMinutes(
  db: Database,
  code: string,
  minutes: readonly number[],
): Promise<PackedTicks[]> {
  const { rows } = await db.pool.query<TicksRow>({
    name: 'markets-ticks-of-single-minutes',
    text: `SELECT t.* FROM unnest($2::bigint[]) m (minute)
             JOIN markets_quote_ticks t ON t.code = $1 AND t.minute = m.minute ORDER BY t.first_seq`,
    values: [code, minutes],
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
