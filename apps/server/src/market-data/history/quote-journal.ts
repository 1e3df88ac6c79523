import type { Price } from '@candor/money'
import { type BoardQuote, journalRow } from '@candor/rules'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'

/** Keeps quotes that trading used, and their neighbours (T5). One already kept stays as it is. */
export async function journalQuotes(tx: Tx, quotes: readonly BoardQuote[]): Promise<void> {
  if (quotes.length === 0) return
  await sql`SELECT markets_journal(${JSON.stringify(quotes.map(journalRow))}::jsonb)`.execute(tx)
}

/** Records a correction of a wrong journalled quote as a further row: the first row stays (T5). */
export async function correctQuote(
  tx: Tx,
  quote: BoardQuote,
  right: { readonly bid: Price; readonly ask: Price; readonly reason: string },
): Promise<void> {
  const newest = await tx
    .selectFrom('markets_quotes')
    .select((eb) => eb.fn.max('revision').as('revision'))
    .where('code', '=', quote.code)
    .where('seq', '=', BigInt(quote.seq))
    .executeTakeFirst()
  if (newest?.revision == null) throw new Error('only a journalled quote can be corrected')
  await tx
    .insertInto('markets_quotes')
    .values({
      code: quote.code,
      seq: BigInt(quote.seq),
      revision: Number(newest.revision) + 1,
      source: quote.source,
      source_time: BigInt(quote.time),
      received_at: BigInt(quote.receivedAt),
      bid: right.bid,
      ask: right.ask,
      reason: right.reason,
    })
    .execute()
}

/** A journalled quote and its corrections, first row first. */
export async function journalledQuote(db: Database, code: string, seq: number) {
  return db.query
    .selectFrom('markets_quotes')
    .selectAll()
    .where('code', '=', code)
    .where('seq', '=', BigInt(seq))
    .orderBy('revision')
    .execute()
}
