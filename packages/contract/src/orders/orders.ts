import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { accountMode } from '../accounts/account-entities.ts'
import { call } from '../call.ts'
import {
  boundedDecimal,
  decimal,
  id,
  isoTime,
  pageOf,
  pageQuery,
  positiveDecimal,
  wholeNumber,
} from '../fields.ts'
import { marketSource } from '../markets/markets.ts'

export const direction = z.enum(['buy', 'sell'])
export const orderKind = z.enum(['market', 'limit', 'stop'])
export const orderStatus = z.enum(['pending', 'open', 'closed', 'cancelled', 'expired'])
export const closeReason = z.enum([
  'user',
  'stopLoss',
  'takeProfit',
  'trailing',
  'stopOut',
  'expiry',
  'roll',
  'end',
])

/** The order entity. A field that does not apply is null, never absent. */
export const order = z.object({
  id,
  orderNo: z.string(),
  type: z.enum(['contracts', 'options', 'futures', 'smart']),
  code: z.string(),
  direction,
  kind: orderKind,
  lots: decimal,
  leverage: z.number().int(),
  margin: decimal,
  openPrice: decimal.nullable(),
  closePrice: decimal.nullable(),
  lastPrice: decimal.nullable(),
  stopLoss: decimal.nullable(),
  takeProfit: decimal.nullable(),
  trailing: decimal.nullable(),
  /** Commission paid so far, both sides. */
  fee: decimal,
  swap: decimal,
  /** Realised once closed; while open, the result of closing now before its commission. */
  profit: decimal.nullable(),
  status: orderStatus,
  closeReason: closeReason.nullable(),
  createdAt: isoTime,
  openedAt: isoTime.nullable(),
  closedAt: isoTime.nullable(),
  expiresAt: isoTime.nullable(),
  mode: accountMode,
})
export type Order = z.infer<typeof order>

/** Tags that the customer put on an order, sorted; only in calls that show orders, never in the stream. A part that was closed has those of its order. */
export const shownTags = z.array(z.string()).optional()

/** A contract: the order entity with the fields that only contracts have. */
export const contractOrder = order.extend({
  /** The level of a limit or stop order; its opening price is null until it fills. */
  price: decimal.nullable(),
  /** For a closed part, the order to which it belonged. */
  partOf: id.nullable(),
  /** Terms of the purchase, which also apply to the close, even if the market's terms have changed (trust T18). */
  terms: z.object({
    spreadAdded: decimal,
    commissionRate: decimal,
    /** Shares of its margin that it adds to the equity of the account's margin call and stop-out. */
    marginCall: decimal,
    marginCloseOut: decimal,
  }),
  tags: shownTags,
})
export type ContractOrder = z.infer<typeof contractOrder>

const contractRequestFields = {
  code: z.string().min(1).max(20),
  direction,
  lots: positiveDecimal,
  leverage: wholeNumber.min(1),
  kind: orderKind.default('market'),
  price: positiveDecimal.nullish(),
  stopLoss: positiveDecimal.nullish(),
  takeProfit: positiveDecimal.nullish(),
  protected: z.boolean().default(true),
  trailing: positiveDecimal.nullish(),
  maxSlippage: boundedDecimal.nullish(),
  quoteId: z.string().max(200).nullish(),
  expiresAt: isoTime.nullish(),
}
const contractFieldCodes = {
  lots: refusals.lotsInvalid,
  leverage: refusals.leverageNotOffered,
  price: refusals.triggerPriceInvalid,
  stopLoss: refusals.stopLossInvalid,
  takeProfit: refusals.takeProfitInvalid,
  trailing: refusals.stopLossInvalid,
} as const

export const contractPreview = z.object({
  quoteId: z.string(),
  openPrice: decimal,
  source: marketSource,
  margin: decimal,
  commission: decimal,
  spreadCost: decimal,
  swapPerDay: decimal,
  liquidationPrice: decimal.nullable(),
  maxLoss: decimal,
  /** With a stop loss: the cost of filling exactly at it, commissions included; null without one. */
  lossAtStopLoss: decimal.nullable(),
  profitAtTakeProfit: decimal.nullable(),
  pipValue: decimal,
  stopLossMin: decimal.nullable(),
  stopLossMax: decimal.nullable(),
  takeProfitMin: decimal.nullable(),
  takeProfitMax: decimal.nullable(),
})
export type ContractPreview = z.infer<typeof contractPreview>

const orders = '/swx/customer/order'

/** Calls that the engine decides, and the orders it shows. */
export const contractsCalls = {
  previewContract: call({
    method: 'POST',
    path: `${orders}/previewContract`,
    summary: 'Everything an order would cost and do, before any promise',
    access: 'customer',
    input: z.object(contractRequestFields),
    result: contractPreview,
    fieldCodes: contractFieldCodes,
  }),
  buyContract: call({
    method: 'POST',
    path: `${orders}/buyContract`,
    summary: 'Opens a leveraged position, long or short, now or when a limit or stop price is reached',
    access: 'customer',
    input: z.object(contractRequestFields),
    result: contractOrder,
    success: 20004,
    movesMoney: true,
    fieldCodes: contractFieldCodes,
  }),
  editContract: call({
    method: 'POST',
    path: `${orders}/editContract`,
    summary: 'Changes stop loss, take profit and the like; null removes, absent keeps',
    access: 'customer',
    input: z.object({
      id,
      stopLoss: positiveDecimal.nullish(),
      takeProfit: positiveDecimal.nullish(),
      trailing: positiveDecimal.nullish(),
      price: positiveDecimal.nullish(),
    }),
    result: contractOrder,
    movesMoney: true,
    fieldCodes: {
      stopLoss: refusals.stopLossInvalid,
      takeProfit: refusals.takeProfitInvalid,
      trailing: refusals.stopLossInvalid,
      price: refusals.triggerPriceInvalid,
    },
  }),
  closeContract: call({
    method: 'POST',
    path: `${orders}/closeContract`,
    summary: 'Closes a position, or a part of it, at the present price',
    access: 'customer',
    input: z.object({ id, lots: positiveDecimal.nullish() }),
    result: contractOrder,
    movesMoney: true,
    fieldCodes: { lots: refusals.lotsInvalid },
  }),
  closeAllContracts: call({
    method: 'POST',
    path: `${orders}/closeAllContracts`,
    summary:
      'Closes every open position of the account, or of one market; what cannot be closed now is named',
    access: 'customer',
    input: z.object({ code: z.string().min(1).max(20).nullish() }),
    result: z.object({
      closed: z.array(contractOrder),
      refused: z.array(z.object({ id, code: z.number().int(), reason: z.string().nullable() })),
    }),
    movesMoney: true,
  }),
  reverseContract: call({
    method: 'POST',
    path: `${orders}/reverseContract`,
    summary:
      'Closes a position and opens the opposite one at the same quote, both or neither; answers the new order',
    access: 'customer',
    input: z.object({ id }),
    result: contractOrder,
    success: 20004,
    movesMoney: true,
  }),
  cancelContract: call({
    method: 'POST',
    path: `${orders}/cancelContract`,
    summary: 'Cancels an order that still waits; all that was held for it is free again',
    access: 'customer',
    input: z.object({ id }),
    result: contractOrder,
    movesMoney: true,
  }),
  listContractOrder: call({
    method: 'GET',
    path: `${orders}/listContractOrder`,
    summary: 'The customer’s contracts in the chosen account, newest first',
    access: 'customer',
    input: z.object({ status: orderStatus.optional(), code: z.string().max(20).optional(), ...pageQuery }),
    result: pageOf(contractOrder),
  }),
  getContractOrderById: call({
    method: 'GET',
    path: `${orders}/getContractOrderById/{id}`,
    summary: 'One contract',
    access: 'customer',
    input: z.object({ id }),
    result: contractOrder,
  }),
} as const
