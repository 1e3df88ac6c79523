import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal, wholeNumber } from '../fields.ts'
import { marketSource } from '../markets/markets.ts'
import { order, shownTags } from '../orders/orders.ts'

export const optionDirection = z.enum(['up', 'down'])
export const optionResult = z.enum(['won', 'lost', 'refunded'])
/** Reason for returning a stake. */
export const refundReason = z.enum(['tie', 'noQuote', 'reset'])

/** An up/down option as an order entity: fields of leveraged positions are null. */
export const option = order.extend({
  type: z.literal('options'),
  direction: optionDirection,
  kind: z.literal('market'),
  lots: z.null(),
  leverage: z.null(),
  margin: z.null(),
  stopLoss: z.null(),
  takeProfit: z.null(),
  trailing: z.null(),
  /** Mid of the quote it opened at. */
  openPrice: decimal,
  openedAt: isoTime,
  expiresAt: isoTime,
  status: z.enum(['open', 'closed']),
  closeReason: z.enum(['expiry', 'user']).nullable(),
  periodSeconds: z.number().int(),
  /** Time an ended option waits for a price before the stake is returned; as of the purchase. */
  settleWithinSeconds: z.number(),
  /** The stake. */
  amount: decimal,
  /** Paid on top of the stake when won, as a fraction of the stake. */
  payoutRate: decimal,
  breakEvenWinRate: decimal,
  result: optionResult.nullable(),
  refundReason: refundReason.nullable(),
  /** Combined ratio of the market's splits since its opening, `new:old`; the closing price counts times new ÷ old. Null: not split. */
  split: z.string().nullable(),
  /** Origin of the opening price (trust T4). */
  source: marketSource,
  tags: shownTags,
})
export type Option = z.infer<typeof option>

/** Preview of an option. Nothing is promised: it opens at the price of its own moment. */
export const optionPreview = z.object({
  code: z.string(),
  direction: optionDirection,
  periodSeconds: z.number().int(),
  amount: decimal,
  payoutRate: decimal,
  /** Gain when won, in addition to the returned stake. */
  profitIfWon: decimal,
  /** Cost of a loss: the whole stake. */
  lossIfLost: decimal,
  /** Share of such options a customer must win to break even. */
  breakEvenWinRate: decimal,
  /** Average value of one option when up and down are equally likely; negative. */
  expectedAtEvenOdds: decimal,
  openPrice: decimal,
  openedAt: isoTime,
  expiresAt: isoTime,
  source: marketSource,
})
export type OptionPreview = z.infer<typeof optionPreview>

const orders = '/swx/customer/order'
const ask = {
  code: z.string().min(1).max(20),
  direction: optionDirection,
  periodSeconds: wholeNumber.positive(),
  amount: positiveDecimal,
}
const fieldCodes = {
  code: refusals.optionMarketNotOffered,
  periodSeconds: refusals.periodNotOffered,
  amount: refusals.amountInvalid,
} as const

export const optionsCalls = {
  previewOptions: call({
    method: 'POST',
    path: `${orders}/previewOptions`,
    summary: 'Previews an up/down option: payout, cost, and its value at even odds',
    access: 'customer',
    input: z.object(ask),
    result: optionPreview,
    fieldCodes,
  }),
  buyOptions: call({
    method: 'POST',
    path: `${orders}/buyOptions`,
    summary: 'Buys an up/down option with a fixed payout',
    access: 'customer',
    input: z.object(ask),
    result: option,
    success: 20004,
    movesMoney: true,
    fieldCodes,
  }),
  getOptionsOrderById: call({
    method: 'GET',
    path: `${orders}/getOptionsOrderById/{id}`,
    summary: 'One option',
    access: 'customer',
    input: z.object({ id }),
    result: option,
  }),
  listOptionsOrder: call({
    method: 'GET',
    path: `${orders}/listOptionsOrder`,
    summary: 'The customer’s options in the chosen account, newest first',
    access: 'customer',
    input: z.object({
      status: z.enum(['open', 'closed']).optional(),
      code: z.string().max(20).optional(),
      ...pageQuery,
    }),
    result: pageOf(option),
  }),
} as const
