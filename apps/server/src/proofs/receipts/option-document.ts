import { z } from 'zod'

const quote = z.object({
  code: z.string(),
  seq: z.number(),
  bid: z.string(),
  ask: z.string(),
  receivedAt: z.number(),
})
const split = z.object({ new: z.string(), old: z.string(), at: z.number() })
const storedQuote = quote.extend({ source: z.string(), judged: z.number() })
/** A receipt of an option, as its customer holds it. */
export const optionDocument = z.object({
  version: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  order: z.object({
    mode: z.enum(['demo', 'real']),
    code: z.string(),
    direction: z.enum(['up', 'down']),
    periodSeconds: z.number(),
    settleWithinMs: z.number(),
    stake: z.string(),
    payoutRate: z.string(),
    profitIfWon: z.string(),
    breakEvenWinRate: z.string(),
    openPrice: z.string(),
    closePrice: z.string().nullable(),
    /** Product of the splits between opening and closing, `new:old`. */
    split: z.string().nullish(),
    openedAt: z.number(),
    expiresAt: z.number(),
    status: z.enum(['open', 'closed']),
    result: z.string().nullable(),
    refundReason: z.string().nullable(),
    profit: z.string().nullable(),
  }),
  events: z.array(
    z.object({
      kind: z.enum(['open', 'close']),
      at: z.number(),
      quote: quote.nullable(),
      after: quote.nullish(),
      price: z.string().nullable(),
      neighbours: z.array(z.object({ code: z.string(), seq: z.number() })).optional(),
      stake: z.string().optional(),
      payoutRate: z.string().optional(),
      profitIfWon: z.string().optional(),
      openPrice: z.string().optional(),
      refundReason: z.string().nullish(),
      result: z.string().optional(),
      profit: z.string().optional(),
      split: z.string().nullish(),
      /** The splits of its market that were looked at. */
      splits: z.array(split).optional(),
      /** The last quote before the end, and every quote from there to the one it was settled by. */
      proof: z
        .object({
          counts: z.enum(['any', 'real']),
          before: storedQuote,
          runs: z.array(z.number()),
          quotes: z.array(storedQuote),
        })
        .optional(),
    }),
  ),
})
export type Option = z.infer<typeof optionDocument>
export type Quote = z.infer<typeof quote>
