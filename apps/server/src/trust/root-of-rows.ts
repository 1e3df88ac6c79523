import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'

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
} as const
export type Books = typeof books

const pageSize = 5_000

/** SHA-256 over the root before and a page of rows, a line each. */
const hashOf = (root: string, lines: readonly string[]): string =>
  createHash('sha256')
    .update(`${root}\n${lines.join('\n')}`)
    .digest('hex')

/**
 * The root of a book once the rows after `from` up to `to` are in it: page after page of 5 000, so that an hour of a busy
 * installation needs no more memory than a quiet one. The same rows give the same root whenever it is computed.
 */
export async function rootAfter(
  db: Database,
  book: keyof Books,
  from: { readonly seq: bigint; readonly root: string },
  to: bigint,
): Promise<string> {
  const { table, number, row } = books[book]
  let { seq, root } = from
  for (;;) {
    const { rows } = await db.pool.query<{ seq: bigint; line: string }>(
      `SELECT ${number} AS seq, ${row} AS line FROM ${table}
        WHERE ${number} > $1 AND ${number} <= $2 ORDER BY ${number} LIMIT ${pageSize}`,
      [seq, to],
    )
    const last = rows.at(-1)
    if (last === undefined) return root
    const lines = rows.map(({ line }) => line)
    root = hashOf(root, lines)
    seq = last.seq
  }
}
