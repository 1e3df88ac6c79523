import { type Price, writePrice } from '@candor/money'
import { minuteMs } from '../../time-units.ts'
import { type AccountMode, type BoardQuote, isFromMarket } from '../quote.ts'

/**
 * A quote as stored. `judged` is 0 when it never trades, 1 when it is tradable outside the market's hours, 2 in hours,
 * and 3 in hours while an operator halts the market: then it fills nothing, but options still settle on it.
 */
export interface StoredQuote extends Omit<BoardQuote, 'mid' | 'volume'> {
  readonly judged: 0 | 1 | 2 | 3
}

/** Lowest and highest bid and ask of a range. Only quotes that could fill an order count. */
export interface QuoteExtremes {
  readonly bidLow: Price
  readonly bidHigh: Price
  readonly askLow: Price
  readonly askHigh: Price
  /** Largest fall of the bid below an earlier bid of the range: what a buy's trailing stop follows. */
  readonly bidFall: bigint
  /** Largest rise of the ask above an earlier ask of the range: followed by a sell's trailing stop. */
  readonly askRise: bigint
}

/** A run of consecutive quotes of one market, in the form that is signed. */
export interface QuoteRange {
  readonly code: string
  /** A `part` is some of a minute's quotes. */
  readonly span: 'part' | 'minute' | 'hour' | 'day'
  /** Start of the minute, hour or day by the server's clock, epoch ms; of a part, of its minute. */
  readonly from: number
  readonly first: number
  readonly last: number
  readonly count: number
  /** Extremes of the quotes that could fill an order; null when there were none. */
  readonly any: QuoteExtremes | null
  /**
   * Extremes of those among them that came from a real source, the only ones real money trades on outside a sandbox
   * (trust T4).
   */
  readonly real: QuoteExtremes | null
  /** SHA-256 over the lines of the quotes, or over the hashes of the shorter ranges it consists of; hex. */
  readonly content: string
}

/** Selects the quotes that count for an order: any tradable one, or those of a real source only. */
export type Counted = 'any' | 'real'

/** Returns the quotes that count for an account of this mode (trust T4): real money outside a sandbox trades on real sources alone. */
export const countedFor = (mode: AccountMode, sandbox: boolean): Counted =>
  mode === 'real' && !sandbox ? 'real' : 'any'

const larger = <T extends bigint>(a: T, b: T): T => (a > b ? a : b)
const smaller = <T extends bigint>(a: T, b: T): T => (a < b ? a : b)

/** Returns the extremes of a single quote. */
export const extremesOf = ({ bid, ask }: { readonly bid: Price; readonly ask: Price }): QuoteExtremes => ({
  bidLow: bid,
  bidHigh: bid,
  askLow: ask,
  askHigh: ask,
  bidFall: 0n,
  askRise: 0n,
})

/** Joins the extremes of two ranges of which `late` follows `early`. */
export function joinExtremes(early: QuoteExtremes | null, late: QuoteExtremes | null): QuoteExtremes | null {
  if (early === null || late === null) return early ?? late
  return {
    bidLow: smaller(early.bidLow, late.bidLow),
    bidHigh: larger(early.bidHigh, late.bidHigh),
    askLow: smaller(early.askLow, late.askLow),
    askHigh: larger(early.askHigh, late.askHigh),
    bidFall: larger(larger(early.bidFall, late.bidFall), early.bidHigh - late.bidLow),
    askRise: larger(larger(early.askRise, late.askRise), late.askHigh - early.askLow),
  }
}

/** Finds the extremes of quotes in their order. */
export function extremesOfQuotes(quotes: readonly StoredQuote[]): {
  any: QuoteExtremes | null
  real: QuoteExtremes | null
} {
  let any: QuoteExtremes | null = null
  let real: QuoteExtremes | null = null
  for (const quote of quotes) {
    if (quote.judged !== 2) continue
    const own = extremesOf(quote)
    any = joinExtremes(any, own)
    if (isFromMarket(quote.source)) real = joinExtremes(real, own)
  }
  return { any, real }
}

/** Formats a stored quote as the line that its range's hash covers; prices in units of 10^-10. */
export const quoteLine = ({ seq, source, time, receivedAt, bid, ask, judged }: StoredQuote): string =>
  [seq, source, time, receivedAt, bid, ask, judged].join('|')

const extremesText = (extremes: QuoteExtremes | null): string =>
  extremes === null
    ? '-'
    : [
        extremes.bidLow,
        extremes.bidHigh,
        extremes.askLow,
        extremes.askHigh,
        extremes.bidFall,
        extremes.askRise,
      ].join(',')

/** Formats a range as the text whose SHA-256 is its hash. */
export const rangeLine = (range: QuoteRange): string =>
  [
    'candor-quotes',
    range.code,
    range.span,
    range.from,
    range.first,
    range.last,
    range.count,
    extremesText(range.any),
    extremesText(range.real),
    range.content,
  ].join('|')

/** SHA-256 of a text, hex. */
export type Sha256 = (text: string) => string

/** Builds the range of consecutive quotes; `minute` is the epoch minute in which they were received. */
export function rangeOfQuotes(
  {
    code,
    span,
    minute,
  }: { readonly code: string; readonly span: 'part' | 'minute'; readonly minute: number },
  quotes: readonly StoredQuote[],
  sha256: Sha256,
): QuoteRange {
  const [first] = quotes
  const last = quotes.at(-1)
  if (first === undefined || last === undefined) throw new Error('a range has at least one quote')
  const content = sha256(quotes.map(quoteLine).join('\n'))
  const from = minute * minuteMs
  return {
    code,
    span,
    from,
    first: first.seq,
    last: last.seq,
    count: quotes.length,
    ...extremesOfQuotes(quotes),
    content,
  }
}

/** Makes a longer range from consecutive shorter ones; it begins at `from`, epoch ms. */
export function rangeOfRanges(
  { span, from }: { readonly span: 'hour' | 'day'; readonly from: number },
  ranges: readonly QuoteRange[],
  sha256: Sha256,
): QuoteRange {
  const [first] = ranges
  const last = ranges.at(-1)
  if (first === undefined || last === undefined) throw new Error('a range has at least one range')
  let any: QuoteExtremes | null = null
  let real: QuoteExtremes | null = null
  let count = 0
  for (const range of ranges) {
    any = joinExtremes(any, range.any)
    real = joinExtremes(real, range.real)
    count += range.count
  }
  const content = sha256(ranges.map((range) => sha256(rangeLine(range))).join('\n'))
  return { code: first.code, span, from, first: first.first, last: last.last, count, any, real, content }
}

/** Extremes as texts. */
export interface ShownExtremes {
  readonly bidLow: string
  readonly bidHigh: string
  readonly askLow: string
  readonly askHigh: string
  readonly bidFall: string
  readonly askRise: string
}

/** A range as receipts and the public call show it, with its hash. */
export interface ShownRange extends Omit<QuoteRange, 'code' | 'any' | 'real'> {
  readonly any: ShownExtremes | null
  readonly real: ShownExtremes | null
  readonly hash: string
}

/** Converts a range to its public form: prices as decimal texts, with the hash over its signed line. */
export function shownRange({ code, ...range }: QuoteRange, sha256: Sha256): ShownRange {
  const hash = sha256(rangeLine({ code, ...range }))
  return { ...range, any: shownExtremes(range.any), real: shownExtremes(range.real), hash }
}

const shownExtremes = (extremes: QuoteExtremes | null): ShownExtremes | null =>
  extremes && {
    bidLow: writePrice(extremes.bidLow),
    bidHigh: writePrice(extremes.bidHigh),
    askLow: writePrice(extremes.askLow),
    askHigh: writePrice(extremes.askHigh),
    bidFall: writePrice(extremes.bidFall as Price),
    askRise: writePrice(extremes.askRise as Price),
  }
