import { type Exact, type Lots, midOf, type Price } from '@candor/money'
import type { Market } from '../markets/market.ts'
import { commissionMinor } from './amounts/commission.ts'
import { marginMinor } from './amounts/margin.ts'
import { floorMinor, type LevelSum, marginLevelsOf, withShare } from './amounts/margin-levels.ts'
import { distanceMinor, priceAfterLoss, profitMinor } from './amounts/profit.ts'
import { swapMinor } from './amounts/swap.ts'
import { closingPrice, type Direction, type Holding, openingPrice, type TwoPrices } from './contract.ts'
import { type ExitBounds, type Exits, exitBounds } from './protection.ts'

export interface QuoteRequest extends Exits {
  readonly direction: Direction
  readonly lots: Lots
  readonly leverage: number
}

/** A market's prices, and the USDT for one unit of its quote currency. */
export interface ConvertedQuote {
  readonly quote: TwoPrices
  readonly conversion: Exact
}

/** The account before the order. */
export interface AccountBefore {
  /** In USDT's smallest unit. */
  readonly equityMinor: bigint
  /** Equity at which its positions are closed. */
  readonly closeOutSum: LevelSum
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
 * Works out the figures of the order ticket, with the same function in the browser and on the server. Rounding: margin
 * up, all else half to even. Source: rulebook, Contracts.
 */
export function quoteOrder(
  request: QuoteRequest,
  market: Market,
  { quote, conversion }: ConvertedQuote,
  { equityMinor, closeOutSum }: AccountBefore,
): OrderQuote {
  const { direction, lots } = request
  const size = market.contractSize
  const openPrice = openingPrice(direction, quote)
  const closeNow = closingPrice(direction, quote)
  const position = { direction, lots, openPrice }
  const commission = commissionMinor(lots, openPrice, market, conversion)
  const margin = marginMinor(request, openPrice, size, conversion)
  const at = (price: Price | null) => (price === null ? null : resultAt(position, price, market, conversion))
  const closesAt = withShare(closeOutSum, margin, marginLevelsOf(market).closeOut)
  const spare = equityMinor - commission - floorMinor(closesAt)
  const rate = direction === 'buy' ? market.swapLong : market.swapShort
  const oneNight = { contractSize: size, rate, nights: 1 }
  return {
    ...exitBounds(direction, closeNow, openPrice, market.tickSize),
    openPrice,
    marginMinor: margin,
    commissionMinor: commission,
    spreadCostMinor: distanceMinor(lots, quote.buyPrice - quote.sellPrice, size, conversion),
    swapPerDayMinor: swapMinor(lots, midOf(quote.sellPrice, quote.buyPrice), oneNight, conversion),
    liquidationPrice: spare > 0n ? priceAfterLoss(position, spare, size, conversion) : closeNow,
    maxLossMinor: worstCase(position, equityMinor, market, conversion),
    lossAtStopLossMinor: at(request.stopLoss),
    profitAtTakeProfitMinor: at(request.takeProfit),
    pipValueMinor: distanceMinor(lots, market.pipSize, size, conversion),
  }
}

/** Profit of closing exactly at `price`, less both commissions. */
function resultAt(position: Holding, price: Price, market: Market, conversion: Exact): bigint {
  const side = (at: Price) => commissionMinor(position.lots, at, market, conversion)
  const profit = profitMinor(position, price, market.contractSize, conversion)
  return profit - side(position.openPrice) - side(price)
}

/** A buy can lose at most its whole value; any order at most the account's equity. */
function worstCase(position: Holding, equityMinor: bigint, market: Market, conversion: Exact): bigint {
  const equity = equityMinor > 0n ? equityMinor : 0n
  if (position.direction === 'sell') return equity
  const atZero = -resultAt(position, 0n as Price, market, conversion)
  return atZero < equity ? atZero : equity
}
