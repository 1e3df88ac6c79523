import { writePrice } from '@candor/money'
import { countedFor, type StoredQuote } from '@candor/rules'
import type { QuoteHistory } from '../../../market-data/history/quote-paths.ts'
import type { OptionRow } from '../option-response.ts'

type Shown = Readonly<Record<string, unknown>>

/** A server that was started since counts on from its own moment, far above every number before it. */
const noEnd = Number.MAX_SAFE_INTEGER

/**
 * Shows that the quote an option was settled by is the first tradable one at or after its end: the last quote before the
 * end, and every quote between the two. Of one given back without a quote: every quote of the time it waited. All in the
 * order they were taken in: a clock may be set back.
 */
export async function proveSettlement(
  row: OptionRow,
  { paths, sandbox }: QuoteHistory,
): Promise<Shown | null> {
  if (row.status !== 'closed' || row.refund_reason === 'reset') return null
  const { code } = row
  const openSeq = Number(row.open_seq)
  const expiresAt = Number(row.expires_at)
  const closeSeq = row.close_seq === null ? null : Number(row.close_seq)
  const to = closeSeq === null ? noEnd : closeSeq - 1
  const before = await paths.lastBeforeReaching(code, expiresAt, { from: openSeq, to })
  const waitedUntil = expiresAt + row.settle_within_ms
  const last =
    closeSeq === null ? await paths.lastBeforeReaching(code, waitedUntil + 1, { from: before, to }) : to
  const [first, ...quotes] = await paths.quotesIn(code, { from: before, to: Math.max(before, last) })
  if (first?.seq !== before) return null
  return {
    counts: countedFor(row.mode, sandbox),
    before: shownQuote(first),
    runs: await paths.runs(before, closeSeq ?? last),
    quotes: quotes.map(shownQuote),
  }
}

/** Writes a stored quote as receipts show it. */
export const shownQuote = ({
  code,
  seq,
  source,
  time,
  receivedAt,
  bid,
  ask,
  judged,
}: StoredQuote): Shown => ({
  code,
  seq,
  source,
  time,
  receivedAt,
  bid: writePrice(bid),
  ask: writePrice(ask),
  judged,
})
