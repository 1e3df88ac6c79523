import { type Exact, type Lots, midOf, type Price } from '@candor/money'
import type { Market } from '../markets/market.ts'
import { closingPrice, type Direction, openingPrice, type TwoPrices } from './contract.ts'
import {
  commissionMinor,
  distanceMinor,
  marginMinor,
  priceAfterLoss,
  profitMinor,
  swapMinor,
} from './formulas.ts'
import { type ExitBounds, type Exits, exitBounds } from './protection.ts'

export interface QuoteRequest extends Exits {
  readonly direction: Direction
  readonly lots: Lots
  readonly leverage: number
}

/**
 * All costs and effects of an order before it is placed. Amounts in USDT's smallest unit; negative amounts are paid by
 * the customer.
 */
export interface OrderQuote extends ExitBounds {
  readonly openPrice: Price
  readonly marginMinor: bigint
  /** For the opening. */
  readonly commissionMinor: bigint
  readonly spreadCostMinor: bigint
  readonly swapPerDayMinor: bigint
  /** Stop-out price of this position on its own, on `equityMinor`; null when no positive price leads to one. */
  readonly liquidationPrice: Price | null
  /** The worst case: the whole equity, since a gap can jump over every stop; never more (negative-balance protection). */
  readonly maxLossMinor: bigint
  readonly lossAtStopLossMinor: bigint | null
  readonly profitAtTakeProfitMinor: bigint | null
  readonly pipValueMinor: bigint
}

/**
 * Works out the figures of the order ticket, with the same function in the browser and on the server. `equityMinor` and
 * `usedMarginMinor` describe the account before this order. Rounding: margin up, all else half to even. Source:
 * rulebook, Contracts.
 */
export function quoteOrder(
  request: QuoteRequest,
  market: Market,
  quote: TwoPrices,
  conversion: Exact,
  equityMinor: bigint,
  usedMarginMinor: bigint,
): OrderQuote {
  const { direction, lots } = request
  const size = market.contractSize
  const openPrice = openingPrice(direction, quote)
  const closeNow = closingPrice(direction, quote)
  const commission = commissionMinor(lots, openPrice, size, market.commissionRate, conversion)
  const margin = marginMinor(lots, openPrice, size, request.leverage, conversion)
  const at = (price: Price | null) =>
    price === null ? null : resultAt(request, market, openPrice, price, conversion)
  const spare = equityMinor - commission - (usedMarginMinor + margin) / 2n
  const swapRate = direction === 'buy' ? market.swapLong : market.swapShort
  return {
    ...exitBounds(direction, closeNow, openPrice, market.tickSize),
    openPrice,
    marginMinor: margin,
    commissionMinor: commission,
    spreadCostMinor: distanceMinor(lots, quote.buyPrice - quote.sellPrice, size, conversion),
    swapPerDayMinor: swapMinor(lots, midOf(quote.sellPrice, quote.buyPrice), size, swapRate, 1, conversion),
    liquidationPrice:
      spare > 0n ? priceAfterLoss(direction, openPrice, lots, size, conversion, spare) : closeNow,
    maxLossMinor: worstCase(request, market, openPrice, conversion, equityMinor),
    lossAtStopLossMinor: at(request.stopLoss),
    profitAtTakeProfitMinor: at(request.takeProfit),
    pipValueMinor: distanceMinor(lots, market.pipSize, size, conversion),
  }
}

/** Profit of closing exactly at `price`, less both commissions. */
function resultAt(
  request: QuoteRequest,
  market: Market,
  openPrice: Price,
  price: Price,
  conversion: Exact,
): bigint {
  const side = (at: Price) =>
    commissionMinor(request.lots, at, market.contractSize, market.commissionRate, conversion)
  return (
    profitMinor({ ...request, openPrice }, price, market.contractSize, conversion) -
    side(openPrice) -
    side(price)
  )
}

/** A buy can lose at most its whole value; any order at most the account's equity. */
function worstCase(
  request: QuoteRequest,
  market: Market,
  openPrice: Price,
  conversion: Exact,
  equityMinor: bigint,
): bigint {
  const equity = equityMinor > 0n ? equityMinor : 0n
  if (request.direction === 'sell') return equity
  const atZero = -resultAt(request, market, openPrice, 0n as Price, conversion)
  return atZero < equity ? atZero : equity
}
