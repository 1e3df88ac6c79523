import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { proposalEntry } from '../back-office/proposals-ops.ts'
import { decimal, isoTime, positiveDecimal, positiveRate, wordId } from '../fields.ts'

const reason = z.string().trim().min(3).max(500)
const roles = ['finance', 'admin'] as const

/** Terms of a smart plan product; amounts in USDT, yields as shares a day. */
export const productTerms = z.object({
  name: z.string().trim().min(2).max(40),
  minAmount: positiveDecimal,
  maxAmount: positiveDecimal,
  /** The daily yield rises linearly from the least at `minAmount` to the most at `maxAmount`. */
  timeframes: z
    .array(
      z.object({
        days: z.number().int().positive().max(36_500),
        dailyYieldMin: positiveRate,
        dailyYieldMax: positiveRate,
      }),
    )
    .min(1)
    .max(10),
  /** False: no longer sold; existing plans continue to their end. */
  sold: z.boolean(),
})
export type ProductTerms = z.infer<typeof productTerms>

export const smartProductShown = productTerms.extend({
  id: wordId,
  /** Per timeframe, in the same order: its daily yields over 365 days. */
  yearly: z.array(z.object({ min: decimal, max: decimal })),
  /** Open plans, the customers' money in them, and the part of the reserve set aside for them. */
  openPlans: z.number().int(),
  principal: decimal,
  promised: decimal,
  /** All plans sold, including those that ended. */
  soldPlans: z.number().int(),
  soldAmount: decimal,
})
export type SmartProductShown = z.infer<typeof smartProductShown>

const people = { reason: z.string(), proposedBy: z.string(), approvedBy: z.string(), at: isoTime }

export const productChange = z.object({
  productId: wordId,
  /** Null: the product was new. */
  before: productTerms.nullable(),
  after: productTerms,
  ...people,
})
export type ProductChange = z.infer<typeof productChange>

/** Console calls for smart plans: the products, their promises, and the reserve that pays them (trust T2), which the treasury funds. */
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
        /** Reserved for open plans: it can be paid only to them. */
        promised: decimal,
        /** Available for new plans or for a withdrawal by the operator. */
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
      /** Omitted: a new product. */
      id: wordId.optional(),
      reason,
    }),
    result: proposalEntry,
  }),
} as const
