import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, id, isoTime } from '../fields.ts'
import { orderTotals } from '../orders/order-list.ts'
import { accountMode } from './account-entities.ts'

const own = '/swx/customer/user'
const asset = z.enum(['USDT', 'BTC', 'ETH'])

/** A part of an account's worth. `loans` is negative; `planInterest` is what plans earned today and pay later. */
export const worthPart = z.object({
  kind: z.enum(['balance', 'unrealised', 'plans', 'planInterest', 'savings', 'loans']),
  asset,
  /** In its own asset. */
  amount: decimal,
  /** USDT for one coin, and the time of that quote; null for USDT, and while the coin has no quote. */
  rate: decimal.nullable(),
  rateAt: isoTime.nullable(),
  /** In USDT, coins rounded down; null while the coin has no quote: it is then not counted. */
  worth: decimal.nullable(),
})
export type WorthPart = z.infer<typeof worthPart>

/** Everything an account is worth in USDT: the sum of the parts that have a worth. */
export const accountWorth = z.object({
  mode: accountMode,
  at: isoTime,
  worth: decimal,
  parts: z.array(worthPart),
  /** Coins without a quote, which are not counted. */
  unpriced: z.array(asset),
  /** True when the unrealised result contains an estimate for a market without a quote. */
  stale: z.boolean(),
})
export type AccountWorth = z.infer<typeof accountWorth>

export const worthRange = z.enum(['day', 'week', 'month', 'year', 'all'])
export type WorthRange = z.infer<typeof worthRange>

/** Money put in, or taken out where negative, and what it was worth then. */
export const worthFlow = z.object({ at: isoTime, asset, amount: decimal, worth: decimal })
export type WorthFlow = z.infer<typeof worthFlow>

export const worthHistory = z.object({
  /**
   * Oldest first: worth, and the result since the first point, without money put in and taken out. Hourly for eight days, before that the
   * end of each day (UTC).
   */
  points: z.array(z.object({ at: isoTime, worth: decimal, result: decimal })),
  flows: z.array(worthFlow),
})
export type WorthHistory = z.infer<typeof worthHistory>

/** Figures of orders that were closed, in USDT. */
const closedTotals = orderTotals.extend({
  gains: z.number().int(),
  losses: z.number().int(),
  even: z.number().int(),
})
const extremeTrade = z.object({
  id,
  type: z.enum(['contracts', 'futures', 'options']),
  code: z.string(),
  net: decimal,
  closedAt: isoTime,
})

/** Results of closed contracts, futures and options, after costs. Shares are fractions (`"0.55"` = 55 %). */
export const tradeResults = closedTotals.extend({
  /** Sum of the gains, and of the losses (zero or less). */
  gained: decimal,
  lost: decimal,
  /** Sum of the gains by the sum of the losses; null without a loss. */
  profitFactor: decimal.nullable(),
  winRate: decimal.nullable(),
  averageGain: decimal.nullable(),
  averageLoss: decimal.nullable(),
  /** Net result by order. */
  expectancy: decimal.nullable(),
  best: extremeTrade.nullable(),
  worst: extremeTrade.nullable(),
  /** Largest net result first. */
  byMarket: z.array(closedTotals.extend({ code: z.string() })),
  /**
   * Largest net result first; an order with several tags counts in each. The last line, with the tag null, is of orders without one; empty
   * while no order has a tag.
   */
  byTag: z.array(closedTotals.extend({ tag: z.string().nullable() })),
  /** Days (UTC) on which something was closed, oldest first. */
  byDay: z.array(closedTotals.extend({ date: z.iso.date() })),
})
export type TradeResults = z.infer<typeof tradeResults>

/** Result of the whole account between two of its points, without money put in and taken out. */
export const accountResult = z.object({
  from: isoTime,
  to: isoTime,
  startWorth: decimal,
  endWorth: decimal,
  putIn: decimal,
  takenOut: decimal,
  result: decimal,
  /** Average of the money in the account, by the modified Dietz method. */
  capital: decimal,
  /** Result by that average, as a fraction; null where it is zero or less. */
  return: decimal.nullable(),
  /** Deepest fall of the result; null: it never fell. */
  drawdown: z
    .object({
      amount: decimal,
      /** Part of the worth before the fall; null where that is nothing. */
      share: decimal.nullable(),
      from: isoTime,
      to: isoTime,
    })
    .nullable(),
})
export type AccountResult = z.infer<typeof accountResult>

export const accountPerformance = z.object({
  trades: tradeResults,
  /** Null while nothing was ever put in. */
  account: accountResult.nullable(),
})
export type AccountPerformance = z.infer<typeof accountPerformance>

/** Calls for what an account is worth, was worth, and made of the money in it. */
export const worthCalls = {
  accountWorth: call({
    method: 'GET',
    path: `${own}/accountWorth`,
    summary:
      'Total worth of the chosen account in USDT: coins, open positions, plans and savings, less loans',
    access: 'customer',
    input: z.object({}),
    result: accountWorth,
  }),
  worthHistory: call({
    method: 'GET',
    path: `${own}/worthHistory`,
    summary: 'Worth of the chosen account over time, with money put in and taken out apart from its result',
    access: 'customer',
    input: z.object({ range: worthRange.default('month') }),
    result: worthHistory,
  }),
  performance: call({
    method: 'GET',
    path: `${own}/performance`,
    summary:
      'Return, drawdown and results of closed orders in a period; as CSV the net result of each day (UTC)',
    access: 'customer',
    input: z.object({
      from: isoTime.optional(),
      to: isoTime.optional(),
      format: z.enum(['json', 'csv']).default('json'),
    }),
    result: accountPerformance,
  }),
} as const
