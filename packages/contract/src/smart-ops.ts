import { z } from 'zod'
import { decimal, isoTime, positiveDecimal, wordId } from './fields.ts'
import { proposalEntry } from './operators-ops.ts'
import { opsCall } from './ops-call.ts'

const reason = z.string().trim().min(3).max(500)
const roles = ['finance', 'admin'] as const

/** What a product of smart plans is sold with; amounts in USDT, yields as shares a day. */
export const productTerms = z.object({
  name: z.string().trim().min(2).max(40),
  minAmount: positiveDecimal,
  maxAmount: positiveDecimal,
  /** The daily yield rises linearly from the least at `minAmount` to the most at `maxAmount`. */
  timeframes: z
    .array(
      z.object({
        days: z.number().int().positive(),
        dailyYieldMin: positiveDecimal,
        dailyYieldMax: positiveDecimal,
      }),
    )
    .min(1)
    .max(10),
  /** False: no longer sold; plans already bought go on to their end. */
  sold: z.boolean(),
})
export type ProductTerms = z.infer<typeof productTerms>

export const smartProductShown = productTerms.extend({
  id: wordId,
  /** Per timeframe, in the same order: what its daily yields come to in 365 days. */
  yearly: z.array(z.object({ min: decimal, max: decimal })),
  /** Plans that run, what customers have in them, and what of the reserve is set aside for them. */
  openPlans: z.number().int(),
  principal: decimal,
  promised: decimal,
  /** Ever sold, those that ended included. */
  soldPlans: z.number().int(),
  soldAmount: decimal,
})
export type SmartProductShown = z.infer<typeof smartProductShown>

const people = { reason: z.string(), proposedBy: z.string(), approvedBy: z.string(), at: isoTime }

export const productChange = z.object({
  productId: wordId,
  /** Null: it was new. */
  before: productTerms.nullable(),
  after: productTerms,
  ...people,
})
export type ProductChange = z.infer<typeof productChange>

/** Smart plans in the console: what is sold, what it promises, and the reserve that pays it (trust T2); the treasury funds that. */
export const smartOps = {
  opsSmart: opsCall({
    method: 'GET',
    path: '/ops/smart',
    summary:
      'Every smart product with what was sold of it, the yield reserve, and the newest hundred changes of products',
    roles,
    input: z.object({}),
    result: z.object({
      reserve: z.object({
        balance: decimal,
        /** Set aside for open plans: it can only be paid to them. */
        promised: decimal,
        /** Covers new plans, or can be taken out again. */
        free: decimal,
      }),
      products: z.array(smartProductShown),
      changes: z.array(productChange),
    }),
  }),
  opsProposeProduct: opsCall({
    method: 'POST',
    path: '/ops/smart/products',
    summary:
      'Proposes a smart product, other terms for one, or that it is no longer sold; plans already bought keep theirs',
    roles,
    input: productTerms.extend({
      /** Left out: a new one. */
      id: wordId.optional(),
      reason,
    }),
    result: proposalEntry,
  }),
} as const
