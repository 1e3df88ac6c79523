import type { AssetCode } from '@candor/money'
import { utcDay } from '@candor/rules/time-units.ts'
import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.ts'
import type { AccountClass } from '../account-class.ts'
import { bookAccount } from './book-accounts.ts'
import { balancesBefore, type CustomerAccounts, readBooks } from './book-balances.ts'
import { type BookEntry, type BookFormat, bookWriters } from './book-formats.ts'

const entriesAtOnce = 5_000

export interface BookChoice {
  readonly format: BookFormat
  /** Entries from this moment on; null: from the first. */
  readonly from: Date | null
  /** Entries before this moment. */
  readonly to: Date
  readonly customers: CustomerAccounts
}

/** A piece of a file, and the entries in it. */
export interface BookPiece {
  readonly text: string
  readonly entries: number
}

interface EntryRow extends Omit<BookEntry, 'at' | 'from' | 'to'> {
  readonly created_at: Date
  readonly from_class: AccountClass
  readonly from_owner: string
  readonly to_class: AccountClass
  readonly to_owner: string
}

const entriesText = `
  SELECT e.seq, e.created_at, e.kind, e.posting, e.reference, e.asset, e.minor,
         d.class AS from_class, d.owner AS from_owner, c.class AS to_class, c.owner AS to_owner
    FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
   WHERE e.created_at >= $1 AND e.created_at < $2 AND e.asset <> 'DEMO' ORDER BY e.seq`

/**
 * Writes the entries of real money as plain-text accounting: the balances before the first, one transaction an entry in the order of
 * the ledger, and at the end the balances, which the accounting program checks. Demo money is not in the books. All of it is one
 * state of the ledger, read and yielded page by page.
 */
export const exportBooks = (db: Database, choice: BookChoice): AsyncGenerator<BookPiece> =>
  readBooks(db, (client) => pieces(client, choice))

async function* pieces(
  client: PoolClient,
  { format, from, to, customers }: BookChoice,
): AsyncGenerator<BookPiece> {
  const writer = bookWriters[format]
  const closing = await balancesBefore(client, to, customers)
  const opening = from === null ? [] : await balancesBefore(client, from, customers)
  const accounts = [...new Set(closing.map(({ account }) => account))]
  yield { text: writer.begin('Candor: entries of real money, times in UTC', accounts), entries: 0 }
  const opened = opening.filter(({ minor }) => minor !== 0n)
  if (from !== null && opened.length > 0)
    yield { text: writer.opening(utcDay(from.getTime()), opened), entries: 0 }
  for await (const rows of pagesOf(client, from ?? new Date(0), to)) {
    const text = rows.map((row) => writer.entry(entryOf(row, customers))).join('')
    yield { text, entries: rows.length }
  }
  if (closing.length > 0) yield { text: writer.closing(utcDay(to.getTime() - 1), closing), entries: 0 }
}

async function* pagesOf(client: PoolClient, from: Date, to: Date): AsyncGenerator<readonly EntryRow[]> {
  await client.query(`DECLARE entries NO SCROLL CURSOR FOR ${entriesText}`, [from, to])
  for (;;) {
    const { rows } = await client.query<EntryRow>(`FETCH ${entriesAtOnce} FROM entries`)
    if (rows.length === 0) return
    yield rows
  }
}

const entryOf = (row: EntryRow, customers: CustomerAccounts): BookEntry => ({
  ...row,
  asset: row.asset satisfies AssetCode,
  at: row.created_at,
  from: bookAccount(row.from_class, row.from_owner, customers),
  to: bookAccount(row.to_class, row.to_owner, customers),
})
