import { writePrice, writeUsdt } from '@candor/money'
import { type CloseReason, closingPrice, profitMinor, type TradableQuote } from '@candor/rules'
import type { EngineContext } from '../../engine/engine-context.ts'
import type { Position } from '../../engine/position.ts'
import { contractAccounts } from '../../orders/contract-accounts.ts'
import { noticesOfClose, noticesOfExpiry } from '../../orders/order-notices.ts'
import { cancelPosting, closePosting, release } from '../../orders/order-postings.ts'
import { actionDetails, quotesOfAction } from '../action-details.ts'
import type { Adjustment, Changed } from '../adjustment.ts'
import type { Roll } from '../rolls/roll.ts'

/** Reason for an order to end with its contract: its own terms, or because it cannot go on in the next. */
export interface ContractEnd {
  readonly last: TradableQuote
  readonly reason: Extract<CloseReason, 'expiry' | 'roll'>
}

/**
 * Plans the end of an order with its contract. An open position closes at the old contract's last price and pays no commission, since the
 * customer did not request it. A waiting order ends as when it expires, and its holds are released. Null while the conversion is missing.
 */
export function planEnd(
  context: EngineContext,
  position: Position,
  action: Roll,
  end: ContractEnd,
): Adjustment | null {
  return position.status === 'pending'
    ? planUnfilled(context, position, action)
    : planSettled(context, position, action, end)
}

/** A waiting order ends as when it expires: its holds are released. */
export function planUnfilled(context: EngineContext, position: Position, { from, to }: Roll): Adjustment {
  const { steps, left } = release(position.holds, null)
  return {
    position,
    change: { status: 'expired', holds: left },
    details: { from, to },
    posting: cancelPosting(position.id, steps),
    quotes: [],
    moneyMinor: 0n,
    profitMinor: null,
    notices: noticesOfExpiry(context.newId(), position),
  }
}

function planSettled(
  context: EngineContext,
  position: Position,
  { from, to }: Roll,
  { last, reason }: ContractEnd,
): Adjustment | null {
  const { market, direction, account } = position
  const conversion = context.valuation.of(account.mode).conversion(market)
  if (conversion === null) return null
  const price = closingPrice(direction, last)
  const profit = profitMinor(position, price, market.contractSize, conversion)
  const { steps, left } = release(position.holds, null)
  const change: Changed = {
    status: 'closed',
    closePrice: price,
    profitMinor: profit,
    closeReason: reason,
    closedAt: context.clock.now(),
    holds: left,
  }
  return {
    position,
    change,
    details: {
      ...actionDetails(context, position, last),
      from,
      to,
      lastClose: writePrice(price),
      price: writePrice(price),
      spreadAdded: writePrice(market.spreadAdded),
      openPriceBefore: writePrice(position.openPrice),
      openPrice: writePrice(position.openPrice),
      profit: writeUsdt(profit),
    },
    posting: closePosting(position.id, contractAccounts(account.userId, account.mode), steps, {
      profitMinor: profit,
      commissionMinor: 0n,
      owedMinor: position.owedMinor,
    }),
    quotes: quotesOfAction(context, position, last),
    moneyMinor: profit,
    profitMinor: profit,
    notices: noticesOfClose(context.newId(), { ...position, ...change }),
  }
}
