import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, isoTime, pageOf, pageQuery } from '../fields.ts'
import { option } from '../options/options.ts'
import { contractOrder, order, orderStatus } from './orders.ts'

export const orderType = z.enum(['contracts', 'futures', 'options', 'smart'])
export type OrderType = z.infer<typeof orderType>

/** A smart plan as an order entity: fields of positions are null, and it is open while it earns. */
export const planOrder = order.extend({
  type: z.literal('smart'),
  code: z.null(),
  direction: z.null(),
  kind: z.null(),
  lots: z.null(),
  leverage: z.null(),
  margin: z.null(),
  openPrice: z.null(),
  closePrice: z.null(),
  lastPrice: z.null(),
  stopLoss: z.null(),
  takeProfit: z.null(),
  trailing: z.null(),
  /** Paid so far, less the penalty after an early exit. */
  profit: decimal,
  status: z.enum(['open', 'closed']),
  /** `expiry`: it reached its end; `user`: left early. */
  closeReason: z.enum(['expiry', 'user']).nullable(),
  mode: z.literal('real'),
  productName: z.string(),
  amount: decimal,
  days: z.number().int(),
  dailyYield: decimal,
})
export type PlanOrder = z.infer<typeof planOrder>

/** A contract of the list, with what it received for actions of its market: its profit contains neither. Negative where a short paid. */
export const listedContract = contractOrder.extend({
  dividends: decimal,
  /** Cash for fractions of a lot that splits left; of a split that ended the order, the cash is its profit. */
  splitCash: decimal,
})
export type ListedContract = z.infer<typeof listedContract>

/** One line of the list; `type` names which of the three it is. */
export const listedOrder = z.union([listedContract, option, planOrder])
export type ListedOrder = z.infer<typeof listedOrder>

/** Totals of orders, in USDT: `profit` is realised, `net` is profit less commission, plus or minus swap, dividends and the cash of splits. */
const sums = {
  count: z.number().int(),
  profit: decimal,
  fee: decimal,
  swap: decimal,
  dividends: decimal,
  splitCash: decimal,
  net: decimal,
}
export const orderTotals = z.object(sums)
export type OrderTotals = z.infer<typeof orderTotals>

const statisticsOf = z.object({
  ...sums,
  /** Number of orders by result after costs: above, below and exactly zero. */
  gains: z.number().int(),
  losses: z.number().int(),
  even: z.number().int(),
})
export const tradeStatistics = statisticsOf.extend({
  /** Largest gain after costs first. */
  byMarket: z.array(statisticsOf.extend({ code: z.string() })),
  /** Oldest first, at most the newest 120; periods without a closed order are left out. */
  byPeriod: z.array(statisticsOf.extend({ from: isoTime })),
})
export type TradeStatistics = z.infer<typeof tradeStatistics>

const orders = '/swx/customer/order'
/** An order counts at the time it ended or, while it is running, at the time it was placed. */
const period = { from: isoTime.optional(), to: isoTime.optional() }

export const orderListCalls = {
  listAllOrders: call({
    method: 'GET',
    path: `${orders}/listAllOrders`,
    summary:
      'Contracts, futures, options and plans of the chosen account in one list, the newest placed first; as CSV all that fits the filters',
    access: 'customer',
    input: z.object({
      type: z.array(orderType).min(1).max(4).optional(),
      status: z.array(orderStatus).min(1).max(5).optional(),
      /** Part of the order number, of the market’s code or of the plan’s name. */
      q: z.string().max(40).optional(),
      /** Only orders with this tag. */
      tag: z.string().max(100).optional(),
      ...period,
      format: z.enum(['json', 'csv']).default('json'),
      ...pageQuery,
    }),
    result: pageOf(listedOrder).extend({
      /** Totals of all orders that match the filters; with the first page only. */
      totals: orderTotals.nullable(),
    }),
  }),
  tradeStatistics: call({
    method: 'GET',
    path: `${orders}/tradeStatistics`,
    summary:
      'The result of all closed contracts, futures and options: in total, by market and by period (UTC)',
    access: 'customer',
    input: z.object({ ...period, per: z.enum(['day', 'week', 'month']).default('month') }),
    result: tradeStatistics,
  }),
} as const
