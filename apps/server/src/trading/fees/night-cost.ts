import { rolloverDate, swapMinor, swapNights, type TradableQuote } from '@candor/rules'
import type { DecisionQuotes } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import { eventQuotes } from '../orders/order-rows.ts'
import { type EventQuotes, termsOf } from '../receipts/event-details.ts'

/** Swap of one position for one rollover; Wednesday's counts three nights. */
export interface NightCost {
  readonly date: string
  readonly nights: number
  /** As the terms write it. */
  readonly rate: string
  /** In USDT's smallest unit; negative: the customer pays. */
  readonly minor: bigint
  /** Null where it is free. */
  readonly quotes: (EventQuotes & { readonly quote: TradableQuote }) | null
}

/** Computes the swap of the rollover at `due` (epoch ms) at the newest tradable price; null while there is none, or nothing converts it. */
export function nightCost(
  { board, valuation }: DecisionQuotes,
  { market, account, direction, lots }: Position,
  due: number,
): NightCost | null {
  const values = valuation.of(account.mode)
  const nights = swapNights(market, due)
  const rate = direction === 'buy' ? market.swapLong : market.swapShort
  const terms = termsOf(market)
  const night = {
    date: rolloverDate(due),
    nights,
    rate: direction === 'buy' ? terms.swapLong : terms.swapShort,
  }
  if (nights === 0 || rate === 0n) return { ...night, minor: 0n, quotes: null }
  const quote = board.latestTradable(market.code, account.mode)
  const conversion = values.conversion(market)
  if (quote === null || conversion === null) return null
  const swap = { contractSize: market.contractSize, rate, nights }
  const minor = swapMinor(lots, quote.mid, swap, conversion)
  return { ...night, minor, quotes: { ...eventQuotes(board, values, market, quote), quote } }
}
