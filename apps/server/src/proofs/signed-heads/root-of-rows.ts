import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'

/** Views that have each book's rows as lines of text with their numbers; their owners write them. */
const books = {
  ledger: 'ledger_lines',
  quotes: 'markets_quote_lines',
  prices: 'markets_price_lines',
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
 * Computes the root of a record once the rows after `from` up to `to` are in it: in pages of 5 000, so that an hour of a busy
 * installation needs no more memory than a quiet one. The same rows always give the same root.
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
  const hash = createHash('sha256').update(root)
  let last = seq
  // No cases: the rows of one head.
  for (let taken = 0; taken < pageSize; taken += pieceSize) {
    const { rows } = await db.pool.query<{ seq: bigint; line: string }>(
      `SELECT number AS seq, line FROM ${books[book]}
        WHERE number > $1 AND number <= $2 ORDER BY number LIMIT ${pieceSize}`,
      [last, to],
    )
    for (const { line } of rows) hash.update(`\n${line}`)
    last = rows.at(-1)?.seq ?? last
    if (rows.length < pieceSize) break
  }
  return last === seq ? null : { seq: last, root: hash.digest('hex') }
}
