import { type BoardQuote, journalRow } from '@candor/rules'
import type { Effect } from './effect.ts'

type Row = readonly unknown[]

/** The parameters of `orders_commit` after the postings, in its order (`besides` are quotes to journal with them): columns as PostgreSQL array literals, two lists as JSON. */
export function encodeEffects(effects: readonly Effect[], besides: readonly BoardQuote[]): string[] {
  const keys: Row[] = []
  const opens: Row[] = []
  const events: Row[] = []
  const changes: unknown[] = []
  const quotes = new Map<string, unknown>()
  const journal = (quote: BoardQuote) => quotes.set(`${quote.code} ${quote.seq}`, journalRow(quote))
  besides.forEach(journal)
  effects.forEach((effect, index) => {
    const n = index + 1
    const { ask, event, position } = effect
    if (ask !== null)
      keys.push([n, ask.userId, ask.key.key, ask.key.call, ask.key.bodyHash, JSON.stringify(effect.answer)])
    if (effect.kind === 'open') opens.push([n, ...openColumns(effect)])
    else changes.push({ n, ...effect.row })
    events.push([n, position.id, effect.eventNumber, event.kind, event.at, JSON.stringify(event.facts)])
    effect.quotes.forEach(journal)
  })
  return [
    ...columns(keys, 6),
    ...columns(opens, 18),
    ...columns(events, 6),
    JSON.stringify(changes),
    JSON.stringify([...quotes.values()]),
  ]
}

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
