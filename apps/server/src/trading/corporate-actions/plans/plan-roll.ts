import { type Price, writePrice } from '@candor/money'
import {
  cappedPrice,
  closingPrice,
  mayDecide,
  openingPrice,
  ownPrices,
  rollShift,
  shifted,
  type TradableQuote,
} from '@candor/rules'
import type { EngineContext } from '../../engine/engine-context.ts'
import type { Position } from '../../engine/position.ts'
import { actionDetails, quotesOfAction } from '../action-details.ts'
import type { Adjustment } from '../adjustment.ts'
import type { Roll } from '../rolls/roll.ts'
import { planEnd, planUnfilled } from './plan-contract-end.ts'

/** The last quote of the old contract, null if none is stored, and the first of the new one. */
export interface RollPrices {
  readonly last: TradableQuote | null
  readonly first: TradableQuote
}

/** Both prices on the terms of one order. */
type OwnPrices = Readonly<Record<'last' | 'first', TradableQuote>>

/** Computes an order's levels in the next contract. */
function afterRoll(position: Position, { last, first }: OwnPrices) {
  const { direction } = position
  const shift = rollShift(direction, last, first)
  const entryShift = openingPrice(direction, first) - openingPrice(direction, last)
  const waits = position.status === 'pending' && position.price !== null
  return { shift, openPrice: position.openPrice + (waits ? entryShift : shift), waits }
}

/**
 * Continues an order in the next contract at an unchanged value, or ends it with the old one. Null while a conversion for the settlement is
 * missing. Without a last price that may decide for its account, an open position waits for one (null). A waiting order expires, because its
 * level in the next contract is unknown (ADR-214).
 */
export function planRoll(
  context: EngineContext,
  position: Position,
  action: Roll,
  prices: RollPrices,
): Adjustment | null {
  const { market, direction, trail, account } = position
  if (prices.last === null || !mayDecide(account.mode, prices.last))
    return position.status === 'pending' ? planUnfilled(context, position, action) : null
  const last = ownPrices(market, prices.last)
  const first = ownPrices(market, prices.first)
  const after = afterRoll(position, { last, first })
  if (market.endsAtRoll) return planEnd(context, position, action, { last, reason: 'expiry' })
  // No price is zero or less, so this one cannot go on and be worth the same.
  if (after.openPrice <= 0n) return planEnd(context, position, action, { last, reason: 'roll' })
  const openPrice = after.waits ? cappedPrice(after.openPrice as Price) : (after.openPrice as Price)
  const move = (level: Price) => shifted(level, after.shift, market.tickSize)
  const exit = (level: Price | null) => (level === null ? null : move(level))
  return {
    position,
    change: {
      openPrice,
      price: after.waits ? openPrice : position.price,
      stopLoss: exit(position.stopLoss),
      takeProfit: exit(position.takeProfit),
      ...(trail !== null && { best: move(trail.group.stops.bestOf(trail)) }),
    },
    details: {
      ...actionDetails(context, position, first),
      from: action.from,
      to: action.to,
      lastClose: writePrice(closingPrice(direction, last)),
      price: writePrice(closingPrice(direction, first)),
      spreadAdded: writePrice(market.spreadAdded),
      openPriceBefore: writePrice(position.openPrice),
      openPrice: writePrice(openPrice),
    },
    posting: null,
    quotes: quotesOfAction(context, position, first),
    moneyMinor: 0n,
    profitMinor: position.status === 'open' ? context.valuation.profitOf(position) : null,
  }
}

export const rollNoticeValues = (
  { from, to }: Roll,
  of: readonly Adjustment[],
): Readonly<Record<string, string>> => ({
  from,
  to,
  orders: String(of.length),
})
