import { type BoardQuote, journalRow } from '@candor/rules'
import type { Effect, EventOf, PendingNotice, RelatedChanges } from './effect.ts'

type Row = readonly unknown[]

/**
 * Rows of a batch, table by table: the parameters of `orders_commit` after the postings, in its order (quotes are journalled as well).
 * Columns are PostgreSQL array literals, four lists are JSON.
 */
export class EffectRows {
  private readonly keys: Row[] = []
  private readonly opens: Row[] = []
  private readonly events: Row[] = []
  private readonly changes: unknown[] = []
  private readonly newRows: unknown[] = []
  private readonly notices: unknown[] = []
  private readonly quotes = new Map<string, unknown>()

  journal(quotes: readonly BoardQuote[]): void {
    for (const quote of quotes) this.quotes.set(`${quote.code} ${quote.seq}`, journalRow(quote))
  }

  /** An effect by its place in the batch, from 1. */
  add(n: number, effect: Effect): void {
    const { idempotency, event, position, relatedChanges } = effect
    if (idempotency !== null)
      this.keys.push([
        n,
        idempotency.userId,
        idempotency.key.key,
        idempotency.key.call,
        idempotency.key.bodyHash,
        JSON.stringify(effect.answer),
      ])
    if (effect.form === 'columns') this.opens.push([n, ...openColumns(effect)])
    else (effect.form === 'row' ? this.newRows : this.changes).push({ n, ...effect.row })
    this.addEvent(n, { ...event, orderId: position.id, number: effect.eventNumber })
    if (relatedChanges !== null) this.addBesides(n, relatedChanges)
    for (const one of effect.notices) this.notices.push({ n, ...noticeRow(effect, one) })
    this.journal(effect.quotes)
  }

  encoded(): string[] {
    return [
      ...columns(this.keys, 6),
      ...columns(this.opens, 18),
      ...columns(this.events, 6),
      JSON.stringify(this.changes),
      JSON.stringify(this.newRows),
      JSON.stringify([...this.quotes.values()]),
      JSON.stringify(this.notices),
    ]
  }

  private addBesides(n: number, { newRows, changes, events }: RelatedChanges): void {
    this.newRows.push(...newRows.map((row) => ({ n, ...row })))
    this.changes.push(...changes.map((row) => ({ n, ...row })))
    for (const one of events) this.addEvent(n, one)
  }

  private addEvent(n: number, { orderId, number, kind, at, facts }: EventOf): void {
    this.events.push([n, orderId, number, kind, at, JSON.stringify(facts)])
  }
}

const noticeRow = ({ account, event }: Effect, told: PendingNotice) => ({
  id: told.id,
  user_id: account.userId,
  mode: account.mode,
  kind: told.kind,
  once: told.once,
  code: told.code,
  order_id: told.orderId,
  at: event.at,
  facts: told.facts,
})

function openColumns({ row }: Effect): Row {
  return [
    row.id,
    row.sequence,
    row.public_id,
    row.user_id,
    row.mode,
    row.code,
    row.direction,
    row.kind,
    row.lots,
    row.leverage,
    row.open_price,
    row.margin,
    row.stop_loss,
    row.take_profit,
    row.fee,
    JSON.stringify(row.terms),
    row.opened_at,
  ]
}

const columns = (rows: readonly Row[], count: number): string[] =>
  Array.from({ length: count }, (_, at) => `{${rows.map((row) => element(row[at])).join(',')}}`)

/** One element of an array literal: only texts that hold JSON or words need quotes. */
function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  const text = String(value)
  return /^[\w-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}

export const numberArray = (numbers: readonly number[]): string => `{${numbers.join(',')}}`
