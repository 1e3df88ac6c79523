import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal, wholeNumber, wordId } from '../fields.ts'

export const planStatus = z.enum(['earning', 'completed', 'exited'])

export const smartProduct = z.object({
  id: wordId,
  name: z.string(),
  /** The daily yield rises linearly from the least at `minAmount` to the most at `maxAmount`. */
  timeframes: z.array(z.object({ days: z.number().int(), dailyYieldMin: decimal, dailyYieldMax: decimal })),
  minAmount: decimal,
  maxAmount: decimal,
  /** Maximum share of the principal that an early exit costs; never more than was paid. */
  penaltyShare: decimal,
  /** Amount left for new plans in the operator's yield reserve; sales stop at it (trust T2). */
  reserveLeft: decimal,
})
export type SmartProductItem = z.infer<typeof smartProduct>

/** The smart plan entity; amounts in USDT. */
export const plan = z.object({
  id,
  orderNo: z.string(),
  productId: z.string(),
  productName: z.string(),
  days: z.number().int(),
  amount: decimal,
  /** Share of the amount paid each 24 h, fixed at purchase. */
  dailyYield: decimal,
  startedAt: isoTime,
  expiresAt: isoTime,
  /** Null once it no longer earns. */
  nextEarningAt: isoTime.nullable(),
  /** Whole 24-hour days it has run. */
  runDays: z.number().int(),
  /** Paid since midnight UTC. */
  todayEarnings: decimal,
  /** Paid so far; after an early exit, less the penalty. */
  totalRevenue: decimal,
  /** Days paid. */
  sharedDays: z.number().int(),
  /** Payout of the current day; 0 once it no longer earns. */
  periodProfit: decimal,
  /** Amount the current day has earned so far, not yet paid. */
  currentInterest: decimal,
  /** While earning: the cost of leaving now; after an exit: its cost; else 0. */
  penalty: decimal,
  /** Sum of all promised payouts, covered by the reserve from the first day. */
  promised: decimal,
  status: planStatus,
  closedAt: isoTime.nullable(),
})
export type Plan = z.infer<typeof plan>

const orders = '/swx/customer/order'

export const smartCalls = {
  listSmartProducts: call({
    method: 'GET',
    path: `${orders}/listSmartProducts`,
    summary: 'The products, their timeframes and yields, and what remains in the reserve that pays them',
    access: 'visitor',
    input: z.object({}),
    result: z.array(smartProduct),
  }),
  buySmart: call({
    method: 'POST',
    path: `${orders}/buySmart`,
    summary: 'Starts a plan; its whole yield is reserved first',
    access: 'customer',
    realOnly: true,
    input: z.object({
      productId: wordId,
      days: wholeNumber.positive(),
      amount: positiveDecimal,
      /** The daily payout the buyer read: when the product has changed since, the purchase is refused (`quoteExpired`). */
      perDay: positiveDecimal.optional(),
    }),
    result: plan,
    success: 20004,
    movesMoney: true,
    fieldCodes: {
      productId: refusals.productNotOffered,
      days: refusals.termNotOffered,
      amount: refusals.amountOutsideLimits,
    },
  }),
  exitSmart: call({
    method: 'POST',
    path: `${orders}/exitSmart`,
    summary:
      'Ends a plan early: the principal is returned, and the penalty is taken from its profit and never exceeds it',
    access: 'customer',
    realOnly: true,
    input: z.object({ id }),
    result: plan,
    movesMoney: true,
  }),
  listSmartOrder: call({
    method: 'GET',
    path: `${orders}/listSmartOrder`,
    summary: 'The customer’s plans, newest first; a demo account has none',
    access: 'customer',
    input: z.object({ status: planStatus.optional(), ...pageQuery }),
    result: pageOf(plan),
  }),
} as const
