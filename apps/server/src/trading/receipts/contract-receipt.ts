import { type Lots, type Price, writeLots, writePrice, writeUsdt } from '@candor/money'
import { type Counted, type Market, readAccountLines, type StatedMarket, statedMarkets } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { ContractRow, EventRow } from '../orders/orders-tables.ts'
import { isProvable, type Proofs } from './prove-events.ts'

/** A quote by its number. */
export interface QuoteRef {
  readonly code: string
  readonly seq: number
}

/** A journalled quote as a receipt shows it. */
export interface ShownQuote extends QuoteRef {
  readonly source: string
  readonly time: number
  readonly receivedAt: number
  readonly bid: string
  readonly ask: string
  /** Judgement on arrival of a quote that decided something (`StoredQuote`). */
  readonly judged?: number
}

/** A quote of the journal; null when it is not there. */
export type JournalledQuotes = (ref: QuoteRef) => ShownQuote | null

interface EventRefs {
  readonly quote?: QuoteRef
  /** Of a change: the newest quote, and the one a trailing stop begins at. */
  readonly since?: QuoteRef | null
  readonly trailingQuote?: QuoteRef
  readonly neighbours?: readonly QuoteRef[]
  readonly conversion?: { readonly quote: QuoteRef | null }
}

/** The quote right after one: a board numbers a market's quotes without gaps. */
const after = (quote: QuoteRef): QuoteRef => ({ code: quote.code, seq: quote.seq + 1 })

const commissionFormula = 'commission = halfEven(lots × contractSize × price × commissionRate × conversion)'
const profitFormulas = {
  buy: 'profit = halfEven((closePrice − openPrice) × lots × contractSize × conversion)',
  sell: 'profit = halfEven((openPrice − closePrice) × lots × contractSize × conversion)',
} as const
const formulasOf = (row: ContractRow, kind: EventRow['kind']): readonly string[] =>
  ({
    place: [],
    cancel: [],
    expire: [],
    part: [
      'margin of the part = roundDown(wholeMargin × lots ÷ wholeLots)',
      'fee, swap and debt of the part = halfEven(those of the whole × lots ÷ wholeLots)',
    ],
    open: ['margin = roundUp(lots × contractSize × openPrice ÷ leverage × conversion)', commissionFormula],
    close: [profitFormulas[row.direction], commissionFormula],
    swap: ['swap = halfEven(lots × contractSize × mid × swapRate × nights × conversion)'],
    edit: [],
    owe: ['owed = owedBefore + the smaller of profit − owedBefore and cost − (balance − held) − covered'],
    dividend: ['dividend = halfEven(lots × contractSize × perUnit × conversion), paid by a short'],
    split: [
      'lots = lotsBefore × new ÷ old, in whole steps; openPrice = halfEven(openPriceBefore × old ÷ new)',
      'cash = profit before at price − profit after at exactly price × old ÷ new',
    ],
    roll: [
      'openPrice = openPriceBefore + (price − lastClose): worth what it was worth',
      `where it ends with its contract: ${profitFormulas[row.direction].replace('closePrice', 'lastClose')}`,
    ],
  })[kind]

/** Lists every quote that the events name. */
export function quotesNamed(events: readonly EventRow[]): QuoteRef[] {
  return events.flatMap(({ facts: details }) => {
    const { quote, neighbours, conversion, since, trailingQuote } = details as EventRefs
    return [
      ...(since ? [since] : []),
      ...(trailingQuote ? [trailingQuote] : []),
      ...(quote ? [quote, after(quote)] : []),
      ...(neighbours ?? []),
      ...(conversion?.quote ? [conversion.quote] : []),
    ]
  })
}

/** Writes the quotes of an event's details out. */
function withQuotes(all: EventRow['facts'], journalled: JournalledQuotes): EventRow['facts'] {
  // The account's other positions are private: the document contains only their hash.
  const { accountLines: _accountLines, ...details } = all
  const { quote, neighbours, conversion, since, trailingQuote } = details as EventRefs
  const shown = (ref: QuoteRef): ShownQuote => {
    const found = journalled(ref)
    if (found === null) throw new Error(`the quote ${ref.code} ${ref.seq} is not in the journal`)
    return found
  }
  const changed = {
    ...details,
    ...(since && { since: shown(since) }),
    ...(trailingQuote && { trailingQuote: shown(trailingQuote) }),
    ...(conversion?.quote && { conversion: { ...conversion, quote: shown(conversion.quote) } }),
  }
  if (quote === undefined) return changed
  return {
    ...changed,
    quote: shown(quote),
    neighbours: (neighbours ?? []).map(shown),
    // Null until it comes: a receipt is signed each time it is read.
    after: journalled(after(quote)),
  }
}

/** Quotes that an order's events name, and what shows that none came earlier. */
interface ReceiptEvidence {
  readonly quotes: JournalledQuotes
  readonly proofs: Proofs
  readonly counts: Counted
}

/**
 * The document a receipt signs: the order with the terms it was bought with, and each event with its quotes, formula,
 * inputs and results. It names no customer, so the public address shows the same document.
 */
export function contractReceipt(
  row: ContractRow,
  events: readonly EventRow[],
  market: Market,
  { quotes, proofs, counts }: ReceiptEvidence,
): Readonly<Record<string, unknown>> {
  const price = (value: bigint | null) => (value === null ? null : writePrice(value as Price))
  return {
    version: isProvable(events) ? 2 : 1,
    kind: 'contract',
    counts,
    ...statedMarkets([market]),
    order: {
      id: row.id,
      orderNo: row.order_no,
      mode: row.mode,
      code: row.code,
      direction: row.direction,
      kind: row.kind,
      lots: writeLots(row.lots as Lots),
      contractSize: market.contractSize.toString(),
      leverage: row.leverage,
      commissionRate: row.terms.commissionRate,
      swapLong: row.terms.swapLong,
      swapShort: row.terms.swapShort,
      // Absent of orders that state none: they have the standard level.
      ...(row.terms.marginCloseOut !== undefined && { marginCloseOut: row.terms.marginCloseOut }),
      price: price(row.price),
      trailing: price(row.trail_distance),
      partOf: row.part_of,
      openPrice: price(row.open_price),
      closePrice: price(row.close_price),
      margin: writeUsdt(row.margin),
      fee: writeUsdt(row.fee),
      swap: writeUsdt(row.swap),
      profit: row.profit === null ? null : writeUsdt(row.profit),
      status: row.status,
      closeReason: row.close_reason,
    },
    events: events.map(({ number, kind, at, facts: details }) => ({
      number,
      kind,
      at: Number(at),
      formula: formulasOf(row, kind),
      ...withQuotes(details, quotes),
      ...(proofs.has(number) && { proof: proofs.get(number) }),
    })),
  }
}

/** Shows the account's positions at each stop-out of an order, for its customer alone, and the rule sets of their added markets. */
export function accountAtStopOuts(
  events: readonly EventRow[],
  board: Pick<PriceBoard, 'listed'>,
): { events: { event: number; lines: string[] }[]; markets?: StatedMarket[] } {
  const shown = events.flatMap(({ number, facts: details }) =>
    Array.isArray(details.accountLines) ? [{ event: number, lines: details.accountLines.map(String) }] : [],
  )
  const codes = shown.flatMap(({ lines }) => readAccountLines(lines)?.positions.map(({ code }) => code) ?? [])
  return { events: shown, ...statedMarkets([...new Set(codes)].flatMap((code) => board.listed(code) ?? [])) }
}
