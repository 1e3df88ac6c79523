import { Exact } from '@candor/money'
import type { Market, TradableQuote } from '@candor/rules'
import type { PriceBoard } from '../markets/board.ts'
import type { EventQuotes } from './event-facts.ts'
import type { Account, Position } from './position.ts'
import type { Valuation } from './valuation.ts'

/** The quotes before the one used that a receipt shows. */
const neighboursShown = 2

/** What an event was decided on: the quote, those just before it, and the conversion. */
export function eventQuotes(
  board: PriceBoard,
  valuation: Valuation,
  market: Market,
  quote: TradableQuote,
): EventQuotes {
  return {
    quote,
    neighbours: board
      .recent(market.code, neighboursShown + 1)
      .filter(({ seq }) => seq < quote.seq)
      .slice(-neighboursShown),
    conversion: valuation.conversion(market) ?? new Exact(1n),
    conversionQuote: valuation.conversionQuote(market),
  }
}

const text = (value: bigint | null): string | null => (value === null ? null : value.toString())

/** A new order as `orders_commit` takes it. */
export const openRow = (position: Position): Readonly<Record<string, unknown>> => ({
  id: position.id,
  sequence: text(position.sequence),
  order_no: position.orderNo,
  public_id: position.publicId,
  user_id: position.account.userId,
  mode: position.account.mode,
  code: position.market.code,
  direction: position.direction,
  kind: position.kind,
  lots: text(position.lots),
  leverage: position.leverage,
  open_price: text(position.openPrice),
  margin: text(position.marginMinor),
  stop_loss: text(position.stopLoss),
  take_profit: text(position.takeProfit),
  fee: text(position.feeMinor),
  swapped_through: position.swappedThrough,
  created_at: position.createdAt,
  opened_at: position.openedAt,
})

/** An order's whole changeable state as `orders_commit` takes it. */
export const changeRow = (position: Position): Readonly<Record<string, unknown>> => ({
  id: position.id,
  stop_loss: text(position.stopLoss),
  take_profit: text(position.takeProfit),
  fee: text(position.feeMinor),
  swap: text(position.swapMinor),
  swapped_through: position.swappedThrough,
  close_price: text(position.closePrice),
  profit: text(position.profitMinor),
  status: position.status,
  close_reason: position.closeReason,
  closed_at: position.closedAt,
  events: position.events,
})

/** What these changes in a row do to a balance that never goes below zero: the operator covers the rest. */
export function clampedDelta(account: Account, changes: readonly bigint[]): bigint {
  if (account.balanceMinor === null) return changes.reduce((sum, change) => sum + change, 0n)
  let balance = account.balanceMinor
  for (const change of changes) balance = balance + change < 0n ? 0n : balance + change
  return balance - account.balanceMinor
}
