import { parseScaled, writeScaled } from '@candor/money'

// State of the local venue: one account, in memory. Amounts are whole numbers of these units.
const quantityScale = 8
const priceScale = 10
const feeScale = 8
/** 0.04% of the value, as a taker of the exchange pays. */
const feeRate = { numerator: 4n, denominator: 10_000n }

export interface TwoSided {
  readonly bid: string
  readonly ask: string
}

export type LocalStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'EXPIRED'

export interface LocalOrder {
  readonly orderId: number
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: bigint
  executed: bigint
  status: LocalStatus
  readonly time: number
}

export type OrderRequest = Pick<LocalOrder, 'clientOrderId' | 'symbol' | 'side' | 'quantity'>

export interface LocalTrade {
  readonly id: number
  readonly order: LocalOrder
  readonly quantity: bigint
  readonly price: bigint
  readonly fee: bigint
  readonly time: number
  /** Of the order, after this trade. */
  readonly executed: bigint
}

export interface LocalRules {
  readonly step: string
  readonly minimum: string
  readonly most: string
}

/** Splits an order's quantity into the parts that are filled, in order. What they leave over expires. */
export type FillSplit = (quantity: bigint) => readonly bigint[]

/** The account that the local venue keeps: orders, trades and positions. */
export class VenueAccount {
  readonly orders: LocalOrder[] = []
  readonly trades: LocalTrade[] = []
  private readonly byClientId = new Map<string, LocalOrder>()

  /** Returns an order by its client id or its own id; null for an unknown one. */
  find(
    symbol: string,
    by: { readonly clientId?: string | null; readonly orderId?: number | null },
  ): LocalOrder | null {
    const found =
      by.clientId != null
        ? this.byClientId.get(by.clientId)
        : this.orders.find(({ orderId }) => orderId === by.orderId)
    return found?.symbol === symbol ? found : null
  }

  /** Takes an order at the market and fills it at once. Null: the client id was used before. */
  place(
    request: OrderRequest,
    { bid, ask }: TwoSided,
    { parts, now }: { readonly parts: FillSplit; readonly now: number },
  ): { readonly order: LocalOrder; readonly trades: readonly LocalTrade[] } | null {
    if (this.byClientId.has(request.clientOrderId)) return null
    const order: LocalOrder = {
      ...request,
      ...{ orderId: this.orders.length + 1, executed: 0n, status: 'NEW', time: now },
    }
    this.orders.push(order)
    this.byClientId.set(order.clientOrderId, order)
    const price = parseScaled(order.side === 'BUY' ? ask : bid, priceScale) ?? 0n
    const trades = parts(order.quantity).map((quantity) => this.fill(order, quantity, { price, now }))
    order.status = order.executed === order.quantity ? 'FILLED' : 'EXPIRED'
    return { order, trades }
  }

  position(symbol: string): bigint {
    let sum = 0n
    for (const { order, quantity } of this.trades)
      if (order.symbol === symbol) sum += order.side === 'BUY' ? quantity : -quantity
    return sum
  }

  private fill(
    order: LocalOrder,
    quantity: bigint,
    { price, now }: { readonly price: bigint; readonly now: number },
  ): LocalTrade {
    order.executed += quantity
    order.status = order.executed === order.quantity ? 'FILLED' : 'PARTIALLY_FILLED'
    // Rounded up to the unit, as an exchange does in its own favour.
    const scale = 10n ** BigInt(quantityScale + priceScale - feeScale) * feeRate.denominator
    const fee = (quantity * price * feeRate.numerator + scale - 1n) / scale
    const trade = {
      id: this.trades.length + 1,
      order,
      quantity,
      price,
      fee,
      time: now,
      executed: order.executed,
    }
    this.trades.push(trade)
    return trade
  }
}

export const readQuantity = (text: string): bigint | null => parseScaled(text, quantityScale)
const quantityText = (value: bigint) => writeScaled(value, quantityScale)

/** An order as the exchange answers with it. */
export const orderJson = (order: LocalOrder) => ({
  ...{
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    status: order.status,
  },
  ...{ side: order.side, positionSide: 'BOTH', type: 'MARKET', timeInForce: 'GTC', reduceOnly: false },
  ...{ origQty: quantityText(order.quantity), executedQty: quantityText(order.executed) },
  updateTime: order.time,
})

export const tradeJson = ({ id, order, quantity, price, fee, time }: LocalTrade) => ({
  ...{ id, orderId: order.orderId, symbol: order.symbol, side: order.side, positionSide: 'BOTH' },
  ...{ qty: quantityText(quantity), price: writeScaled(price, priceScale) },
  ...{ commission: writeScaled(fee, feeScale), commissionAsset: 'USDT', buyer: order.side === 'BUY', time },
})

export const positionJson = (symbol: string, quantity: bigint) => ({
  ...{ symbol, positionSide: 'BOTH', positionAmt: quantityText(quantity) },
})

/** A trade as the stream reports it. */
export const tradeEvent = ({ id, order, quantity, price, fee, time, executed }: LocalTrade) => ({
  ...{ e: 'ORDER_TRADE_UPDATE', E: time, T: time },
  o: {
    ...{
      s: order.symbol,
      c: order.clientOrderId,
      S: order.side,
      o: 'MARKET',
      q: quantityText(order.quantity),
    },
    ...{ x: 'TRADE', X: executed === order.quantity ? 'FILLED' : 'PARTIALLY_FILLED', i: order.orderId },
    ...{ l: quantityText(quantity), z: quantityText(executed), L: writeScaled(price, priceScale) },
    ...{ n: writeScaled(fee, feeScale), N: 'USDT', T: time, t: id },
  },
})

/** The end of an order that was not filled whole, as the stream reports it. */
export const endEvent = (order: LocalOrder) => ({
  ...{ e: 'ORDER_TRADE_UPDATE', E: order.time, T: order.time },
  o: {
    ...{
      s: order.symbol,
      c: order.clientOrderId,
      S: order.side,
      o: 'MARKET',
      q: quantityText(order.quantity),
    },
    ...{ x: 'EXPIRED', X: 'EXPIRED', i: order.orderId, l: '0', z: quantityText(order.executed), L: '0' },
    ...{ T: order.time, t: 0 },
  },
})

/** A symbol as the exchange lists it. */
export const symbolJson = (symbol: string, { step, minimum, most }: LocalRules) => ({
  ...{ symbol, status: 'TRADING' },
  filters: [
    { filterType: 'PRICE_FILTER', tickSize: '0.01' },
    { filterType: 'MARKET_LOT_SIZE', stepSize: step, minQty: minimum, maxQty: most },
  ],
})
