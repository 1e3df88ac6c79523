import { z } from 'zod'
import { call } from '../call.ts'
import { decimal } from '../fields.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const epochMs = z.coerce.number().int().nonnegative().max(8_640_000_000_000_000)

const extremes = z.object({
  bidLow: decimal,
  bidHigh: decimal,
  askLow: decimal,
  askHigh: decimal,
  /** Largest fall of the bid below an earlier bid of the range. */
  bidFall: decimal,
  /** Largest rise of the ask above an earlier ask of the range. */
  askRise: decimal,
})

/** Consecutive quotes of a market as one range: the same as in a receipt's proof (ADR-172). */
export const quoteRangeShown = z.object({
  span: z.enum(['minute', 'hour']),
  /** Start of the minute or hour by the server's clock, epoch ms. */
  from: z.number().int(),
  /** Numbers of its first and last quote, and their count. */
  first: z.number().int(),
  last: z.number().int(),
  count: z.number().int(),
  /** Extremes of the quotes that could fill an order; null when there were none. */
  any: extremes.nullable(),
  /** Extremes of those among them that came from a real source. */
  real: extremes.nullable(),
  /** SHA-256 over the lines of a minute's quotes, or over the hashes of an hour's minutes. */
  content: hash,
  hash,
})
export type QuoteRangeShown = z.infer<typeof quoteRangeShown>

const signed = <Document extends z.ZodType>(document: Document) =>
  z.object({ keyId: z.string(), signature: z.string(), document })

// Fields added later stay in the documents, because their signature covers them.
export const quoteRangesDocument = z.looseObject({
  kind: z.literal('quoteRanges'),
  code: z.string(),
  span: z.enum(['minute', 'hour']),
  from: z.number().int(),
  to: z.number().int(),
  ranges: z.array(quoteRangeShown),
  /** Start of the next page when the ranges exceed one response; else null. */
  next: z.number().int().nullable(),
})
export type QuoteRangesDocument = z.infer<typeof quoteRangesDocument>

export const minuteQuotesDocument = z.looseObject({
  kind: z.literal('minuteQuotes'),
  code: z.string(),
  from: z.number().int(),
  /** False while the minute may still receive quotes. */
  over: z.boolean(),
  /**
   * One quote a line, in order: `seq|source|source time|received|bid|ask|judged`, prices in units of 10^-10. SHA-256 over a range's
   * lines, joined with a line feed, is its `content`. Empty when the quotes are no longer stored.
   */
  lines: z.array(z.string()).optional(),
  /** As stored: blocks of consecutive quotes, base64, in the format of the markets README. */
  blocks: z
    .array(z.object({ first: z.number().int(), last: z.number().int(), packed: z.base64() }))
    .optional(),
})
export type MinuteQuotesDocument = z.infer<typeof minuteQuotesDocument>

const market = z.string().max(20)
const index = '/swx/customer/index'

/** Maximum number of ranges in one response. */
export const mostQuoteRanges = 500

export const storedQuotesCalls = {
  quoteRanges: call({
    method: 'GET',
    path: `${index}/quoteRanges/{code}`,
    summary:
      'Signed extremes of a market’s quotes by minute or hour, as receipts are proven with: at most 6 hours of minutes or 7 days of hours',
    access: 'visitor',
    input: z.object({
      code: market,
      span: z.enum(['minute', 'hour']).default('minute'),
      from: epochMs,
      to: epochMs,
    }),
    result: signed(quoteRangesDocument),
    cacheSeconds: 5,
  }),
  minuteQuotes: call({
    method: 'GET',
    path: `${index}/minuteQuotes/{code}`,
    summary:
      'Every quote of a market in the minute that holds a moment (epoch ms), signed; kept for 35 days, and for good where trading used one',
    access: 'visitor',
    input: z.object({ code: market, at: epochMs, form: z.enum(['lines', 'packed']).default('lines') }),
    result: signed(minuteQuotesDocument),
    cacheSeconds: 5,
  }),
} as const
