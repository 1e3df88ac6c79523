import { parsePrice, parseScaled } from '@candor/money'
import { z } from 'zod'
import {
  feeScale,
  type OrderReport,
  type Quantity,
  quantityScale,
  type SymbolTerms,
  type VenueFill,
  type VenuePosition,
} from '../../venue.ts'

// Answers of the exchange's REST interface and its stream, as far as they are read here. Unknown fields are ignored.

const scaled = (scale: number) =>
  z.string().transform((text, context) => {
    const value = parseScaled(text, scale)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message: `not a decimal with at most ${scale} places` })
    return z.NEVER
  })
const quantity = scaled(quantityScale).transform((value) => value as Quantity)
const price = z.string().transform((text, context) => {
  const value = parsePrice(text)
  if (value !== null && value > 0n) return value
  context.addIssue({ code: 'custom', message: 'not a price' })
  return z.NEVER
})
const wholeId = z.number().int().nonnegative().transform(String)
const side = z
  .enum(['BUY', 'SELL'])
  .transform((text) => (text === 'BUY' ? ('buy' as const) : ('sell' as const)))

/** States of an order at the exchange, and ours. */
const states = {
  NEW: 'working',
  PARTIALLY_FILLED: 'working',
  FILLED: 'filled',
  CANCELED: 'expired',
  EXPIRED: 'expired',
  EXPIRED_IN_MATCH: 'expired',
  REJECTED: 'refused',
} as const
type ExchangeState = keyof typeof states
const status = z.enum(Object.keys(states) as [ExchangeState, ...ExchangeState[]])

const toReport = (
  order: { clientId: string; symbol: string; venueOrderId: string; executed: Quantity },
  state: ExchangeState,
): OrderReport => ({
  ...order,
  state: states[state],
  reason: states[state] === 'expired' || states[state] === 'refused' ? state : null,
})

/** Answer to a new order and to a question about one. */
export const orderResponse = z
  .object({ clientOrderId: z.string(), symbol: z.string(), orderId: wholeId, status, executedQty: quantity })
  .transform(({ clientOrderId, symbol, orderId, executedQty, ...order }) =>
    toReport({ clientId: clientOrderId, symbol, venueOrderId: orderId, executed: executedQty }, order.status),
  )

/** One of the account's trades; it names its order by the exchange's id alone. */
export const tradeResponse = z.object({
  id: wholeId,
  orderId: wholeId,
  symbol: z.string(),
  side,
  qty: quantity,
  price,
  commission: scaled(feeScale),
  commissionAsset: z.string(),
  time: z.number().int(),
})
export type TradeResponse = z.infer<typeof tradeResponse>

export const toFill = (trade: TradeResponse, clientId: string): VenueFill => ({
  fillId: trade.id,
  clientId,
  symbol: trade.symbol,
  side: trade.side,
  quantity: trade.qty,
  price: trade.price,
  fee: trade.commission,
  feeAsset: trade.commissionAsset,
  at: trade.time,
})

export const positionResponse = z
  .object({ symbol: z.string(), positionSide: z.literal('BOTH'), positionAmt: quantity })
  .transform(({ symbol, positionAmt }): VenuePosition => ({ symbol, quantity: positionAmt }))

const lotSize = z.object({
  filterType: z.literal('MARKET_LOT_SIZE'),
  stepSize: quantity,
  minQty: quantity,
  maxQty: quantity,
})
const symbolResponse = z
  .object({
    symbol: z.string(),
    filters: z.array(z.union([lotSize, z.object({ filterType: z.string() })])),
  })
  .transform(({ symbol, filters }, context): SymbolTerms => {
    const size = filters.find((one): one is z.infer<typeof lotSize> => 'stepSize' in one)
    if (size === undefined) {
      context.addIssue({ code: 'custom', message: 'no MARKET_LOT_SIZE' })
      return z.NEVER
    }
    return { symbol, step: size.stepSize, minimum: size.minQty, most: size.maxQty }
  })

/** The sizes of some symbols, out of a list of all of them. */
export const termsResponse = (wanted: readonly string[]) =>
  z.object({
    symbols: z
      .array(z.looseObject({ symbol: z.string() }))
      .transform((all) => all.filter(({ symbol }) => wanted.includes(symbol)))
      .pipe(z.array(symbolResponse)),
  })

export const timeResponse = z.object({ serverTime: z.number().int() })
export const listenKeyResponse = z.object({ listenKey: z.string().min(1) })
export const errorResponse = z.object({ code: z.number().int(), msg: z.string() })

/** An order's event of the account's stream; `t` is zero where it is no trade. */
const orderEvent = z.object({
  e: z.literal('ORDER_TRADE_UPDATE'),
  o: z.object({
    s: z.string(),
    c: z.string(),
    S: side,
    x: z.string(),
    X: status,
    i: wholeId,
    l: quantity,
    z: quantity,
    L: z.string(),
    n: scaled(feeScale).optional(),
    N: z.string().nullish(),
    T: z.number().int(),
    t: wholeId,
  }),
})

/** Contents of a message of the stream: the order's report, and the execution that caused it. */
export interface StreamEvent {
  readonly report: OrderReport
  readonly fill: VenueFill | null
}

const otherEvent = z.object({ e: z.string() })

/** Reads a message of the stream. `expired`: the exchange ends the stream. Null: an event that says nothing about orders. */
export function readStreamMessage(text: string): StreamEvent | 'expired' | null {
  const message: unknown = JSON.parse(text)
  const { e } = otherEvent.parse(message)
  if (e === 'listenKeyExpired') return 'expired'
  if (e !== 'ORDER_TRADE_UPDATE') return null
  const { o } = orderEvent.parse(message)
  const report = toReport({ clientId: o.c, symbol: o.s, venueOrderId: o.i, executed: o.z }, o.X)
  if (o.x !== 'TRADE') return { report, fill: null }
  const fill = {
    fillId: o.t,
    clientId: o.c,
    ...{ symbol: o.s, side: o.S, quantity: o.l, price: price.parse(o.L) },
    ...{ fee: o.n ?? 0n, feeAsset: o.N ?? 'USDT', at: o.T },
  }
  return { report, fill }
}
