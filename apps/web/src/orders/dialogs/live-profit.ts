import type { MarketSource, Order } from '@candor/contract'
import { Amount, type Exact, type Price, parseLots, parsePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { isFromMarket } from '@candor/rules/markets/quote.ts'
import { commissionMinor } from '@candor/rules/orders/amounts/commission.ts'
import { profitMinor } from '@candor/rules/orders/amounts/profit.ts'
import { closingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'

type Position = Pick<Order, 'direction' | 'lots' | 'openPrice' | 'margin'>
type Tariff = Pick<Market, 'contractSize' | 'commissionRate'>

/** Result of closing now, USDT as decimal texts, with the same rounding as the server's own close. */
export interface CloseEstimate {
  readonly price: Price
  readonly profit: string
  readonly commission: string
  /** Profit less the closing commission. */
  readonly net: string
}

/**
 * Reports whether a position may be valued at this price: a real one outside a sandbox only at prices of the market itself, else at the
 * server's last mark (rulebook, Source of prices).
 */
export const maySeeAt = (mode: Order['mode'], source: MarketSource | null, sandbox: boolean): boolean =>
  sandbox || mode === 'demo' || source === null || isFromMarket(source)

/** Null when the order has not opened. Profit and commission are each rounded once, half to even (rulebook, Contracts). */
export function closeEstimate(
  order: Position,
  market: Tariff,
  quote: TwoPrices,
  conversion: Exact,
): CloseEstimate | null {
  const lots = parseLots(order.lots)
  const openPrice = order.openPrice === null ? null : parsePrice(order.openPrice)
  if (lots === null || openPrice === null) return null
  const price = closingPrice(order.direction, quote)
  const profit = new Amount(
    'USDT',
    profitMinor({ direction: order.direction, lots, openPrice }, price, market.contractSize, conversion),
  )
  const commission = new Amount('USDT', commissionMinor(lots, price, market, conversion))
  return {
    price,
    profit: profit.toString(),
    commission: commission.toString(),
    net: profit.minus(commission).toString(),
  }
}

/** Sums decimal texts in USDT; unreadable ones count as zero. */
export function sumUsdt(amounts: readonly (string | null)[]): string {
  return amounts
    .reduce(
      (sum, one) => sum.plus(Amount.parse('USDT', one ?? '0') ?? Amount.zero('USDT')),
      Amount.zero('USDT'),
    )
    .toString()
}
