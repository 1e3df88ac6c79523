import { Amount, parseLots, parsePrice, writePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { commissionMinor } from '@candor/rules/orders/amounts/commission.ts'
import { type AccountBefore, type ConvertedQuote, quoteOrder } from '@candor/rules/orders/quote-order.ts'
import type { OrderForm } from './order-form.ts'

/** State of the account before this order. */
export interface AccountNow extends AccountBefore {
  /** In USDT's smallest unit. */
  readonly availableMinor: bigint
}

/** All costs and effects of the order, as decimal texts in USDT; prices with the market's digits. */
export interface TicketCosts {
  readonly openPrice: string
  readonly margin: string
  readonly commissionOpen: string
  /** For a close at the opening price. */
  readonly commissionClose: string
  readonly commissionBoth: string
  readonly spread: string
  /** Negative amounts are paid by the customer. */
  readonly swapPerNight: string
  readonly pipValue: string
  readonly liquidation: string | null
  readonly maxLoss: string
  /** A loss as a positive amount; null without a stop loss. */
  readonly lossAtStopLoss: string | null
  readonly profitAtTakeProfit: string | null
  /** Sum of margin and opening commission, which must be available (calls page, `insufficientFunds`). */
  readonly needed: string
  readonly enough: boolean
}

const text = (minor: bigint): string => new Amount('USDT', minor).toString()

/** The live preview: the server's own function applied to the ticket's fields. Null while the lots cannot be read. */
export function ticketCosts(
  form: OrderForm,
  market: Market,
  price: ConvertedQuote,
  account: AccountNow,
): TicketCosts | null {
  const lots = parseLots(form.lots.trim())
  if (lots === null || lots <= 0n) return null
  const { direction, leverage } = form
  const request = {
    direction,
    lots,
    leverage,
    stopLoss: level(form.stopLoss),
    takeProfit: level(form.takeProfit),
  }
  const quote = quoteOrder(request, market, price, account)
  const close = commissionMinor(lots, quote.openPrice, market, price.conversion)
  const needed = quote.marginMinor + quote.commissionMinor
  const optional = (minor: bigint | null) => (minor === null ? null : text(minor))
  return {
    openPrice: writePrice(quote.openPrice, market.digits),
    margin: text(quote.marginMinor),
    commissionOpen: text(quote.commissionMinor),
    commissionClose: text(close),
    commissionBoth: text(quote.commissionMinor + close),
    spread: text(quote.spreadCostMinor),
    swapPerNight: text(quote.swapPerDayMinor),
    pipValue: text(quote.pipValueMinor),
    liquidation:
      quote.liquidationPrice === null
        ? null
        : writePrice(onTick(quote.liquidationPrice, market), market.digits),
    maxLoss: text(quote.maxLossMinor),
    lossAtStopLoss: quote.lossAtStopLossMinor === null ? null : text(-quote.lossAtStopLossMinor),
    profitAtTakeProfit: optional(quote.profitAtTakeProfitMinor),
    needed: text(needed),
    enough: needed <= account.availableMinor,
  }
}

const level = (typed: string) => {
  const price = parsePrice(typed.trim())
  return price !== null && price > 0n ? price : null
}

const onTick = (price: bigint, market: Market) =>
  ((price / market.tickSize) * market.tickSize) as Parameters<typeof writePrice>[0]
