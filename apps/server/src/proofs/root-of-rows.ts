import { createHash } from 'node:crypto'
import type { Database } from '../platform/database/database.ts'

/** Each book's rows as texts, a line each, in the order of their numbers. */
const books = {
  ledger: {
    table: 'ledger_entries',
    number: 'seq',
    row: `concat_ws('|', seq, posting, kind, debited, credited, asset, minor, debited_after, credited_after,
                    coalesce(customer::text, ''), coalesce(reference, ''), extract(epoch FROM created_at))`,
  },
  quotes: {
    table: 'markets_quotes',
    number: 'entry',
    row: `concat_ws('|', entry, code, seq, revision, source, source_time, received_at, bid, ask, coalesce(reason, ''))`,
  },
  prices: {
    table: 'markets_quote_hours',
    number: 'entry',
    row: `concat_ws('|', entry, code, hour, first_seq, last_seq, count, coalesce(any_ext::text, ''),
                    coalesce(real_ext::text, ''), content, hash)`,
  },
} as const
export type Books = typeof books

/** Rows that are hashed together: part of what a root means. */
const pageSize = 5_000
/** Rows that are read and hashed in one turn of the event loop. */
const pieceSize = 500

interface Place {
  readonly seq: bigint
  readonly root: string
}

/**
 * The root of a book once the rows after `from` up to `to` are in it: page after page of 5 000, so that an hour of a busy
 * installation needs no more memory than a quiet one. The same rows give the same root whenever it is computed.
 */
export async function rootAfter(db: Database, book: keyof Books, from: Place, to: bigint): Promise<string> {
  // No cases: the rows of one head.
  for (let place = from; ; ) {
    const next = await afterPage(db, book, place, to)
    if (next === null) return place.root
    place = next
  }
}

/** The root with one more page in it: SHA-256 over the root before and the page's rows, a line each. Null: there is no further row. */
async function afterPage(
  db: Database,
  book: keyof Books,
  { seq, root }: Place,
  to: bigint,
): Promise<Place | null> {
  const { table, number, row } = books[book]
  const hash = createHash('sha256').update(root)
  let last = seq
  // No cases: the rows of one head.
  for (let taken = 0; taken < pageSize; taken += pieceSize) {
    const { rows } = await db.pool.query<{ seq: bigint; line: string }>(
      `SELECT ${number} AS seq, ${row} AS line FROM ${table}
        WHERE ${number} > $1 AND ${number} <= $2 ORDER BY ${number} LIMIT ${pieceSize}`,
      [last, to],
    )
    for (const { line } of rows) hash.update(`\n${line}`)
    last = rows.at(-1)?.seq ?? last
    if (rows.length < pieceSize) break
  }
  return last === seq ? null : { seq: last, root: hash.digest('hex') }
}
