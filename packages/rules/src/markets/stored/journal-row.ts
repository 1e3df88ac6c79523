import type { QuoteSource } from '../market.ts'
import type { BoardQuote } from '../quote.ts'

/** A quote as the database's `markets_journal(jsonb)` takes it; prices as texts of whole 10^-10 units. */
export interface JournalRow {
  readonly code: string
  readonly seq: number
  readonly source: QuoteSource
  readonly source_time: number
  readonly received_at: number
  readonly bid: string
  readonly ask: string
}

/** Converts a quote to its journal row (trust T5), for any module whose own statement writes it with its use. */
export const journalRow = (quote: BoardQuote): JournalRow => ({
  code: quote.code,
  seq: quote.seq,
  source: quote.source,
  source_time: quote.time,
  received_at: quote.receivedAt,
  bid: quote.bid.toString(),
  ask: quote.ask.toString(),
})
