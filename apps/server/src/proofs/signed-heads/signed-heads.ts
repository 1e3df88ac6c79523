import { createHash } from 'node:crypto'
import { hourMs } from '@candor/rules/time-units.ts'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import { beforeTheFirst } from '../audit/audit-chain.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Receipt, ReceiptSigner } from '../receipts/receipt-keys.ts'
import { type Books, rootAfter } from './root-of-rows.ts'

/** One published head: three books up to a row each, and the hash of the head before. */
export type HeadDocument = {
  kind: 'head'
  number: number
  at: string
  previous: string
  audit: { seq: string; hash: string }
  ledger: { seq: string; root: string }
  quotes: { seq: string; root: string }
  /** Hours of all stored quotes; absent in heads from before they were stored. */
  prices?: { seq: string; root: string }
}

/** Highest row of each book that a head may cover: no row below it is still being written. */
interface Ceiling {
  readonly audit: { readonly seq: string; readonly hash: string }
  readonly ledger: bigint
  readonly quotes: bigint
  readonly prices: bigint
  /** The database's next transaction when this was looked at. */
  readonly next: bigint
}

const shownHeads = 200

export const hashOfHead = (document: HeadDocument): string =>
  createHash('sha256').update(canonicalJson(document)).digest('hex')

/**
 * Publishes a signed head each hour (trust T14). Numbers are given before rows are committed, so a row below the newest may still be
 * on its way: what is covered was looked at one turn before, and every transaction that ran then has ended.
 */
export class SignedHeads {
  private readonly store: ClockedDatabase
  private readonly signer: ReceiptSigner
  private seen: Ceiling | null = null
  private newest: HeadDocument | null = null

  constructor(store: ClockedDatabase, signer: ReceiptSigner) {
    this.store = store
    this.signer = signer
  }

  /** Reference that receipts carry; null before the first head. */
  reference(): { readonly number: number; readonly at: string; readonly hash: string } | null {
    const head = this.newest
    return head && { number: head.number, at: head.at, hash: hashOfHead(head) }
  }

  /** A job, each minute: looks how far the books go, and publishes when the last head is an hour old. */
  async turn(): Promise<HeadDocument | null> {
    const last = await this.last()
    this.newest = last
    const due = last === null || this.store.clock.now() - Date.parse(last.at) >= hourMs
    const ready = this.seen
    this.seen = await this.look()
    if (!due || ready === null || !(await this.hasSettled(ready))) return null
    return this.publish(ready, last)
  }

  /** Returns the heads, newest first, with their signatures: the content of `/.well-known/candor-heads.json`. */
  async published(): Promise<readonly Receipt[]> {
    const rows = await this.store.db.query
      .selectFrom('trust_heads')
      .select(['document', 'key_id', 'signature'])
      .orderBy('number', 'desc')
      .limit(shownHeads)
      .execute()
    return rows.map(({ document, key_id: keyId, signature }) => ({
      keyId,
      signature,
      document: JSON.parse(document) as HeadDocument,
    }))
  }

  private async last(): Promise<HeadDocument | null> {
    const row = await this.store.db.query
      .selectFrom('trust_heads')
      .select('document')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : (JSON.parse(row.document) as HeadDocument)
  }

  private async look(): Promise<Ceiling> {
    const { rows } = await this.store.db.pool.query<{
      next: bigint
      ledger: bigint
      quotes: bigint
      prices: bigint
      seq: bigint | null
      hash: string | null
    }>(
      `SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next,
              (SELECT coalesce(max(number), 0) FROM ledger_lines) AS ledger,
              (SELECT coalesce(max(number), 0) FROM markets_quote_lines) AS quotes,
              (SELECT coalesce(max(number), 0) FROM markets_price_lines) AS prices,
              a.seq, a.hash
         FROM (SELECT) one LEFT JOIN LATERAL (SELECT seq, hash FROM trust_audit ORDER BY seq DESC LIMIT 1) a ON true`,
    )
    const [row] = rows
    if (row === undefined) throw new Error('the query of all totals returned no row')
    const audit = { seq: String(row.seq ?? 0n), hash: row.hash ?? beforeTheFirst }
    return { audit, ledger: row.ledger, quotes: row.quotes, prices: row.prices, next: row.next }
  }

  private async hasSettled({ next }: Ceiling): Promise<boolean> {
    const { rows } = await this.store.db.pool.query<{ oldest: bigint }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest',
    )
    return (rows[0]?.oldest ?? 0n) >= next
  }

  private async publish(upTo: Ceiling, last: HeadDocument | null): Promise<HeadDocument | null> {
    const { db, clock } = this.store
    const root = (book: keyof Books, to: bigint) => rootAfter(db, book, bookOf(last, book), to)
    const document: HeadDocument = {
      kind: 'head',
      number: (last?.number ?? 0) + 1,
      at: new Date(clock.now()).toISOString(),
      previous: last === null ? beforeTheFirst : hashOfHead(last),
      audit: upTo.audit,
      ledger: { seq: String(upTo.ledger), root: await root('ledger', upTo.ledger) },
      quotes: { seq: String(upTo.quotes), root: await root('quotes', upTo.quotes) },
      prices: { seq: String(upTo.prices), root: await root('prices', upTo.prices) },
    }
    const { keyId, signature } = this.signer.sign(document)
    const { numInsertedOrUpdatedRows } = await db.query
      .insertInto('trust_heads')
      .values({
        number: BigInt(document.number),
        at: BigInt(clock.now()),
        document: canonicalJson(document),
        key_id: keyId,
        signature,
      })
      // Another process published the same hour.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return null
    this.newest = document
    return document
  }
}

/** Returns a book's position in a head; its beginning without one. */
export function bookOf(head: HeadDocument | null, book: keyof Books): { seq: bigint; root: string } {
  const covered = head?.[book]
  return covered === undefined
    ? { seq: 0n, root: beforeTheFirst }
    : { seq: BigInt(covered.seq), root: covered.root }
}
