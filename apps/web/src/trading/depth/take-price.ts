import type { MarketItem } from '@candor/contract'
import { type Price, parsePrice, priceScale, writePrice } from '@candor/money'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { prices } from '../../live/price-socket.ts'
import { ordersAt, type WishedOrder } from '../../orders/order-form/wished-order.ts'

/**
 * Returns the limit order that can wait at a price of the book: a purchase at a bid, a sale at an ask. Where our own quote is on the other side of
 * that price already, only the other direction can wait there.
 */
export function limitAt(market: MarketItem, text: string, direction: Direction): WishedOrder | null {
  const pressed = parsePrice(text)
  if (pressed === null) return null
  const unit = 10n ** BigInt(priceScale - market.digits)
  const price = (((pressed + unit / 2n) / unit) * unit) as Price
  const live = prices.get(market.code)
  const buyPrice = parsePrice(live?.ask ?? market.ask ?? '')
  const sellPrice = parsePrice(live?.bid ?? market.bid ?? '')
  const limits =
    buyPrice === null || sellPrice === null
      ? []
      : ordersAt(price, { buyPrice, sellPrice }).filter(({ kind }) => kind === 'limit')
  const possible = limits.find((one) => one.direction === direction) ?? limits[0] ?? { direction }
  return {
    ...{ code: market.code, kind: 'limit', price: writePrice(price, market.digits) },
    direction: possible.direction,
  }
}
