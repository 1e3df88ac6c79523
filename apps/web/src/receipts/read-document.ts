import { Amount } from '@candor/money'
import {
  noLevelSum,
  standardMarginLevels,
  withShare,
  writeLevelSum,
} from '@candor/rules/orders/amounts/margin-levels.ts'
import { type ReceiptFill, readFill } from '../orders/fill-text.ts'

/** The parts of a contract's receipt that the page shows; the rest is in the whole document below. */
export interface ReceiptQuote {
  readonly code: string
  readonly seq: number
  readonly source: (typeof sources)[number]
  readonly time: number
  /** Server time, epoch ms: the quote is published under it. */
  readonly receivedAt: number
  readonly bid: string
  readonly ask: string
}

/** Cause of an event, as far as its receipt shows it. */
export type ReceiptReason =
  | { readonly kind: 'level' | 'option' | 'refund'; readonly quotesBefore: number }
  | {
      readonly kind: 'stopOut'
      readonly equity: string
      /** Equity at which the account's positions close. */
      readonly closeOutAt: string
      /** The receipt holds the hash of all positions of the account. */
      readonly committed: boolean
    }

export interface ReceiptEvent {
  readonly number: number
  readonly kind: string
  readonly at: number
  readonly quote: ReceiptQuote | null
  readonly neighbours: readonly ReceiptQuote[]
  /** The quote right after the one that was used; null until it came. */
  readonly after: ReceiptQuote | null
  readonly conversionQuote: ReceiptQuote | null
  /** USDT for one unit of the quote currency, as a factor of the formulas; null where none is stated. */
  readonly conversion: string | null
  readonly reason: ReceiptReason | null
  /** Null in older receipts and for fills that no customer's call made. */
  readonly fill: ReceiptFill | null
  readonly formula: readonly string[]
  /** The event's other fields, as name and value. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

export interface ReceiptDocument {
  /** Subject of the receipt: a contract unless it names another. */
  readonly kind: 'contract' | 'option' | 'plan' | 'loan' | 'artwork'
  readonly order: Readonly<Record<string, string | number | null>>
  readonly events: readonly ReceiptEvent[]
}

type Loose = Readonly<Record<string, unknown>>
const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const loose = (value: unknown): Loose => (isLoose(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const kinds = ['option', 'plan', 'loan', 'artwork'] as const
const sources = ['live', 'delayed', 'replay', 'simulated'] as const

function readQuote(value: unknown): ReceiptQuote | null {
  const { code, seq, source, time, receivedAt, bid, ask } = loose(value)
  const known = sources.find((name) => name === source)
  if (typeof bid !== 'string' || typeof ask !== 'string' || known === undefined) return null
  return {
    code: String(code),
    seq: Number(seq),
    source: known,
    time: Number(time),
    receivedAt: Number(receivedAt),
    bid,
    ask,
  }
}

const drawnApart = new Set([
  'number',
  'kind',
  'at',
  'quote',
  'neighbours',
  'formula',
  'conversion',
  'provable',
  'countsSplits',
])

/** An older receipt states none: every position had the standard level. */
function closeOutText(stated: unknown, margin: string): string {
  if (typeof stated === 'string') return stated
  const { minor } = Amount.parse('USDT', margin) ?? Amount.zero('USDT')
  return writeLevelSum(withShare(noLevelSum, minor, standardMarginLevels.closeOut))
}

/** Reads the proof of an event: the quotes shown before it, or the account's figures at a stop-out. */
function readReason(event: Loose): ReceiptReason | null {
  const { equity, margin, closeOutAt, positionsHash } = loose(event.account)
  if (typeof equity === 'string' && typeof margin === 'string') {
    const committed = typeof positionsHash === 'string'
    return { kind: 'stopOut', equity, closeOutAt: closeOutText(closeOutAt, margin), committed }
  }
  const { ranges, quotes } = loose(event.proof)
  if (Array.isArray(ranges)) {
    const quotesBefore = ranges.reduce((sum: number, range) => sum + Number(loose(range).count ?? 0), 0)
    return { kind: 'level', quotesBefore }
  }
  if (!Array.isArray(quotes)) return null
  return { kind: event.quote === null ? 'refund' : 'option', quotesBefore: quotes.length }
}

function readEvent(value: unknown): ReceiptEvent {
  const event = loose(value)
  const conversion = loose(event.conversion)
  const stated = Object.entries(event).filter(
    ([name, one]) => !drawnApart.has(name) && one !== null && typeof one !== 'object',
  )
  const fraction = typeof conversion.numerator === 'string' && typeof conversion.denominator === 'string'
  return {
    number: Number(event.number ?? 0),
    kind: String(event.kind ?? ''),
    at: Number(event.at ?? 0),
    quote: readQuote(event.quote),
    neighbours: listOf(event.neighbours)
      .map(readQuote)
      .filter((quote) => quote !== null),
    after: readQuote(event.after),
    conversionQuote: readQuote(conversion.quote),
    conversion: fraction ? factorText(String(conversion.numerator), String(conversion.denominator)) : null,
    reason: readReason(event),
    fill: readFill(event.fill),
    formula: listOf(event.formula ?? []).map(String),
    fields: [
      ...stated.map(([name, one]) => [name, String(one)] as const),
      ...(fraction
        ? [
            [
              'conversion',
              `${conversion.numerator} ÷ ${conversion.denominator} (${conversion.currency})`,
            ] as const,
          ]
        : []),
    ],
  }
}

const factorText = (numerator: string, denominator: string): string =>
  denominator === '1' ? numerator : `(${numerator} ÷ ${denominator})`

/** Reads a receipt for display; unknown parts remain visible in the whole document. */
export function readDocument(document: Readonly<Record<string, unknown>>): ReceiptDocument {
  return {
    kind: kinds.find((kind) => kind === document.kind) ?? 'contract',
    order: loose(document.order) as ReceiptDocument['order'],
    events: listOf(document.events).map(readEvent),
  }
}

/** The quotes of an event in order: those before, the one used, those after. */
export function quotesInOrder(event: ReceiptEvent): readonly { quote: ReceiptQuote; used: boolean }[] {
  if (event.quote === null) return []
  const used = event.quote
  const others = [...event.neighbours, ...(event.after === null ? [] : [event.after])]
    .filter((one) => one.seq !== used.seq)
    .map((quote) => ({ quote, used: false }))
  return [...others, { quote: used, used: true }].sort((a, b) => a.quote.seq - b.quote.seq)
}
