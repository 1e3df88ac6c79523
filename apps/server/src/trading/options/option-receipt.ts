import type { AccountMode } from '@candor/contract'
import { type Price, type Rate, writePrice, writeRate, writeUsdt } from '@candor/money'
import { breakEvenWinRate, countedFor, optionWinMinor, ratioText, statedMarkets } from '@candor/rules'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Database } from '../../platform/database/database.ts'
import { closePriceOf, type OptionRow, splitOf } from './option-response.ts'
import { eventsOf, findOption, findPublicOption } from './options-store.ts'
import { proveSettlement, shownQuote } from './settlement/prove-settlement.ts'

/** A receipt before it is signed, and the address under which anyone may see it. */
export interface UnsignedReceipt {
  readonly document: Readonly<Record<string, unknown>>
  readonly publicId: string
}

/** The receipt of a customer's own option; null when there is none of that id. */
export async function ownOptionReceipt(
  db: Database,
  id: string,
  owner: { readonly userId: string; readonly mode: AccountMode },
  proofs: QuoteHistory,
): Promise<UnsignedReceipt | null> {
  const row = await findOption(db.query, id, owner)
  return row === null ? null : receiptOf(db, row, proofs)
}

/** The same by its unguessable public address. */
export async function publicOptionReceipt(
  db: Database,
  publicId: string,
  proofs: QuoteHistory,
): Promise<UnsignedReceipt | null> {
  const row = await findPublicOption(db.query, publicId)
  return row === null ? null : receiptOf(db, row, proofs)
}

/** Adds the rule set of an option's market, where the operator added it: the receipt is checked by it. */
export function withItsMarket(
  receipt: UnsignedReceipt | null,
  board: Pick<PriceBoard, 'listed'>,
): UnsignedReceipt | null {
  if (receipt === null) return null
  const { code } = receipt.document.order as { readonly code: string }
  const market = board.listed(code)
  return { ...receipt, document: { ...receipt.document, ...statedMarkets(market === null ? [] : [market]) } }
}

/** It names no customer, so the public address shows the same document (trust T6). */
async function receiptOf(db: Database, row: OptionRow, proofs: QuoteHistory): Promise<UnsignedReceipt> {
  const events = await eventsOf(db.query, row.id)
  const says = (name: 'provable' | 'countsSplits') =>
    events.some(({ facts: details }) => (details as Readonly<Record<string, unknown>>)[name] === true)
  const provable = says('provable')
  const proof = provable ? await proveSettlement(row, proofs) : null
  const quotes = await Promise.all(events.map(({ facts: details }) => storedQuotes(details, proofs)))
  return {
    publicId: row.public_id,
    document: {
      version: says('countsSplits') ? 3 : provable ? 2 : 1,
      kind: 'option',
      counts: countedFor(row.mode, proofs.sandbox),
      order: receiptOrder(row),
      events: events.map(({ number, kind, at, facts: details }, index) => ({
        ...(details as Readonly<Record<string, unknown>>),
        ...quotes[index],
        number,
        kind,
        at: Number(at),
        ...(kind === 'close' && proof !== null && { proof }),
      })),
    },
  }
}

interface StoredQuotes {
  readonly quote?: unknown
  readonly after?: unknown
}

/**
 * Returns the quote that decided an event, with its judgement on arrival: from the stored quotes if they reach back, otherwise from the
 * event. With it the quote right after it, null until that comes: a receipt is signed each time it is read.
 */
async function storedQuotes(details: unknown, { paths }: QuoteHistory): Promise<StoredQuotes> {
  const { quote } = details as { readonly quote?: { readonly code: string; readonly seq: number } | null }
  if (quote == null) return {}
  // A board numbers a market's quotes without gaps.
  const stored = await paths.quotesIn(quote.code, { from: quote.seq, to: quote.seq + 1 })
  const used = stored.find(({ seq }) => seq === quote.seq)
  const next = stored.find(({ seq }) => seq === quote.seq + 1)
  return {
    ...(used !== undefined && { quote: { ...quote, judged: used.judged } }),
    after: next === undefined ? null : shownQuote(next),
  }
}

function receiptOrder(row: OptionRow): Readonly<Record<string, unknown>> {
  const payoutRate = row.payout_rate as Rate
  const closePrice = closePriceOf(row)
  return {
    id: row.id,
    orderNo: row.order_no,
    mode: row.mode,
    code: row.code,
    direction: row.direction,
    periodSeconds: row.period_seconds,
    settleWithinMs: row.settle_within_ms,
    stake: writeUsdt(row.stake),
    payoutRate: writeRate(payoutRate),
    profitIfWon: writeUsdt(optionWinMinor(row.stake, payoutRate)),
    breakEvenWinRate: writeRate(breakEvenWinRate(payoutRate)),
    openPrice: writePrice(row.open_price as Price),
    closePrice: closePrice === null ? null : writePrice(closePrice),
    split: ratioText(splitOf(row)),
    openedAt: Number(row.opened_at),
    expiresAt: Number(row.expires_at),
    status: row.status,
    result: row.result,
    refundReason: row.refund_reason,
    profit: row.profit === null ? null : writeUsdt(row.profit),
  }
}
