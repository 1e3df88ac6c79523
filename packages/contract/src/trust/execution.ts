import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, isoTime } from '../fields.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const epochMs = z.number().int()

/** Fills that slipped towards one side. */
const slipped = z.object({
  count: z.number().int(),
  /** Sum of their slippage, in basis points. */
  sum: decimal,
})

/** Figures of fills with the same cause. Slippage in basis points, positive in the customer's favour. */
export const executionFigures = z.object({
  fills: z.number().int(),
  favourable: slipped,
  adverse: slipped,
  unchanged: z.number().int(),
  /** Quantiles by the nearest rank; null without fills. */
  slippage: z.object({ p5: decimal, p25: decimal, p50: decimal, p75: decimal, p95: decimal }).nullable(),
  /** Milliseconds from the request to the fill; of a level, from the quote that reached it. */
  waitMs: z
    .object({ p50: z.number().int(), p95: z.number().int(), p99: z.number().int(), most: z.number().int() })
    .nullable(),
})
export type ExecutionFiguresShown = z.infer<typeof executionFigures>

/** Causes of a fill: a customer's call, a level that was reached, or a closing without a requested price (stop-out, expiry, roll). */
export const fillCauses = ['call', 'level', 'forced'] as const
export type FillCause = (typeof fillCauses)[number]

const marketFigures = z.object({
  fills: z.number().int(),
  calls: executionFigures,
  levels: executionFigures,
  forced: z.number().int(),
})

/** Refusals of one kind in one market. */
export const refusalCount = z.object({
  /** Empty where the call named no market. */
  market: z.string(),
  call: z.string(),
  /** Response code of the refusal. */
  response: z.number().int(),
  /** Name of the refusal, and after a colon its reason. */
  reason: z.string(),
  count: z.number().int(),
})
export type RefusalCount = z.infer<typeof refusalCount>

/** The operator's own interest against that of customers (trust T22), in USDT. */
export const executionConflict = z.object({
  /**
   * Customers' net exposure, market by market without its sign, at `at`; what of it the operator laid off elsewhere and what it keeps. Null
   * while fewer than five customers have positions.
   */
  exposure: z
    .object({
      at: isoTime,
      customers: z.number().int(),
      net: decimal,
      laidOff: decimal,
      retained: decimal,
      /** `retained` by `net` as a fraction of 1; null without exposure. */
      retainedShare: decimal.nullable(),
    })
    .nullable(),
  /** The operator's result from trades that closed on the days of the report: by prices, and by commissions and swaps. */
  result: z.object({ prices: decimal, charges: decimal, trades: z.number().int() }),
  /** Money behind customers' profits, at the moment of the exposure. Null with it. */
  cover: z
    .object({
      capital: decimal,
      /** Sum that customers would win if all closed now; negative when they would lose. */
      wouldWin: decimal,
      negativeBalance: decimal,
      /** The dearer of a fall and a rise of all markets by ten per cent at once. */
      worst: z.object({ move: decimal, result: decimal, shortfall: decimal, covered: z.boolean() }),
    })
    .nullable(),
})
export type ExecutionConflict = z.infer<typeof executionConflict>

/** The signed report. Fields added later stay in it, because its signature covers them. */
export const executionDocument = z.looseObject({
  kind: z.literal('execution'),
  /** Last of its days. */
  date: day,
  /** Days (UTC) it is about: one, or those of a week, or more, that had too few customers or fills to be published alone. */
  days: z.array(day),
  at: isoTime,
  /** Hash of the report before; 64 zeros for the first. */
  previous: hash,
  /** Quotes that could fill an order of a real account: of real sources, in a sandbox of any. */
  counts: z.enum(['any', 'real']),
  customers: z.number().int(),
  fills: z.number().int(),
  /** Parts of the list of fills, each with the SHA-256 of its canonical JSON. */
  parts: z.array(z.object({ fills: z.number().int(), hash })),
  total: marketFigures,
  markets: z.array(marketFigures.extend({ code: z.string() })),
  refusals: z.array(refusalCount),
  conflict: executionConflict,
})
export type ExecutionDocument = z.infer<typeof executionDocument>

const namedQuote = z.object({
  seq: z.number().int(),
  /** Moment it was made, by which it was fresh or not, and moment it was received. */
  madeAt: epochMs,
  at: epochMs,
  bid: decimal,
  ask: decimal,
})

/** One fill as it is published: without lots, under a pseudonym that no other report repeats. */
export const publishedFill = z.object({
  order: z.string(),
  market: z.string(),
  side: z.enum(['buy', 'sell']),
  event: z.enum(['open', 'close']),
  cause: z.enum(fillCauses),
  /** Moment the call came; of other fills, moment their quote came. */
  requestedAt: epochMs,
  /** Moment since which the call could be decided, once its account's turn had come; null for other fills. */
  dueAt: epochMs.nullable(),
  filledAt: epochMs,
  /** Age in ms from which a quote was too old to fill the call; null for other fills. */
  freshMs: z.number().int().nullable(),
  /** The newest quote that could fill an order when the call came; null for other fills. */
  atRequest: namedQuote.nullable(),
  /** The quote that filled it. */
  quote: namedQuote,
  /** Added spread of the order's own terms, half of it on each side. */
  spread: decimal,
  level: decimal.nullable(),
  price: decimal,
})
export type PublishedFill = z.infer<typeof publishedFill>

const requestedDate = z.string().regex(/^(latest|\d{4}-\d{2}-\d{2})$/)
const index = '/swx/customer/index'

export const executionCalls = {
  execution: call({
    method: 'GET',
    path: `${index}/execution/{date}`,
    summary:
      'The signed execution report of a day (`latest`: the newest): fills, slippage, waiting times, refusals and the operator’s own interest, and the days there are',
    access: 'visitor',
    input: z.object({ date: requestedDate }),
    result: z.object({
      report: z.object({ keyId: z.string(), signature: z.string(), document: executionDocument }),
      dates: z.array(day),
    }),
  }),
  executionFills: call({
    method: 'GET',
    path: `${index}/executionFills/{date}`,
    summary: 'One part of the fills that an execution report was computed from, under pseudonyms',
    access: 'visitor',
    input: z.object({ date: day, part: z.coerce.number().int().min(1).max(100_000).default(1) }),
    result: z.object({ date: day, part: z.number().int(), fills: z.array(publishedFill) }),
  }),
} as const
